import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { type Inbox, type MailSource, VENDORS } from '../../inbox/inbox.ts'
import { inboxPage } from './list.ts'
import { messageHtml, messagePage, missingPage } from './message.ts'

const MOST_MAILS = 1000

/** The inbox's pages. The mounting app must reject POST requests from other origins. */
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
  routes.post('/inbox/:id/delete', async (c) =>
    inbox.delete(c.req.param('id')) ? c.redirect('/inbox?said=delete', 303) : await missingPage(),
  )
  return routes
}

/** The inbox for programs, mounted into the control API, which guards it. */
export function inboxRoutes(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/mails', (c) => {
    const { to, source, text, limit } = c.req.query()
    return c.json({ mails: inbox.list({ to, source: sourceFrom(source), text, limit: limitFrom(limit) }) })
  })
  routes.delete('/mails', (c) => {
    inbox.clear()
    return c.json({ mails: [] })
  })
  return routes
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
