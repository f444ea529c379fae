import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { CloudEnvironment } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { type Inbox, type MailSource, VENDORS } from './inbox.ts'
import { inboxPage } from './pages/list.ts'
import { messageHtml, messagePage, missingPage } from './pages/message.ts'
import { sourcePage } from './pages/source.ts'
import { mailSource } from './source.ts'

const MOST_MAILS = 1000
/** Comments on an idle stream, so that a reader who has gone is noticed. Milliseconds. */
const HEARTBEAT = 15_000

/** The inbox's pages, for people. Whoever mounts them refuses the posts of other origins. */
export function inboxPages(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/inbox', (c) =>
    inboxPage(
      c.req.query('q')?.trim() ?? '',
      c.req.query('said') === 'delete' ? 'The message is deleted.' : '',
    ),
  )
  routes.get('/inbox/:id', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? messagePage(mail) : missingPage()
  })
  routes.get('/inbox/:id/html', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? messageHtml(mail) : missingPage()
  })
  routes.get('/inbox/:id/source', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? sourcePage(mail) : missingPage()
  })
  routes.get('/inbox/:id/message.eml', async (c) => {
    const mail = inbox.get(c.req.param('id'))
    if (!mail) return await missingPage()
    const headers = {
      'content-type': 'message/rfc822',
      'content-disposition': 'attachment; filename="message.eml"',
    }
    return c.body(mailSource(mail), 200, headers)
  })
  routes.post('/inbox/:id/delete', async (c) =>
    inbox.delete(c.req.param('id')) ? c.redirect('/inbox?said=delete', 303) : await missingPage(),
  )
  return routes
}

/** The inbox for programs, mounted into the control API, which guards it. */
export function inboxRoutes(inbox: Inbox): { routes: Hono<CloudEnvironment>; close: () => void } {
  const closing = new AbortController()
  const routes = new Hono<CloudEnvironment>()
  routes.get('/mails', (c) => {
    const { to, source, text, limit } = c.req.query()
    return c.json({ mails: inbox.list({ to, source: sourceFrom(source), text, limit: limitFrom(limit) }) })
  })
  routes.delete('/mails', (c) => {
    inbox.clear()
    return c.json({ mails: [] })
  })
  routes.get('/mails/events', (c) =>
    streamSSE(c, async (stream) => {
      const stop = inbox.subscribe(({ html: _html, text: _text, details: _details, ...mail }) => {
        void stream.writeSSE({ event: 'mail', id: mail.id, data: JSON.stringify(mail) })
      })
      const beat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT)
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        closing.signal.addEventListener('abort', () => resolve(), { once: true })
        if (closing.signal.aborted) resolve()
        void stream.write(': listening\n\n')
      })
      clearInterval(beat)
      stop()
    }),
  )
  routes.get('/mails/:id', (c) => {
    const mail = inbox.get(c.req.param('id'))
    if (!mail) throw new HttpError(404, 'There is no message with this id')
    return c.json(mail)
  })
  return { routes, close: () => closing.abort() }
}

function isSource(text: string): text is MailSource {
  return Object.hasOwn(VENDORS, text)
}

function sourceFrom(text: string | undefined): MailSource | undefined {
  if (text === undefined || isSource(text)) return text
  throw new HttpError(400, `"source" must be one of: ${Object.keys(VENDORS).join(', ')}`)
}

function limitFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_MAILS) return limit
  throw new HttpError(400, `"limit" must be a whole number from 1 to ${MOST_MAILS}`)
}
