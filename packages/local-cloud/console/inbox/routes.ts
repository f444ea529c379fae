import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { type Inbox, VENDORS } from '../../inbox/inbox.ts'
import { inboxPage } from './list.ts'
import { messageHtml, messagePage, missingPage } from './message.ts'

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

/** `/mails` of the control API, which guards it. */
export function inboxRoutes(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/mails', (c) => {
    const { to, source, text } = c.req.query()
    if (source !== undefined && !Object.hasOwn(VENDORS, source)) {
      throw new HttpError(400, `"source" must be one of: ${Object.keys(VENDORS).join(', ')}`)
    }
    return c.json({ mails: inbox.list({ to, source, text }) })
  })
  routes.delete('/mails', (c) => {
    inbox.clear()
    return c.json({ mails: [] })
  })
  return routes
}
