import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { notFoundPage } from '../../http/html.ts'
import { type Inbox, MAIL_SOURCE_NAMES } from '../../inbox/inbox.ts'
import { renderInboxPage } from './list.ts'
import { renderMessagePage, serveMessageHtml } from './message.ts'

const renderNotFoundPage = () => notFoundPage('message', 'Inbox')

/** Creates the pages of the inbox. The mounting app must reject POST requests from other origins. */
export function createInboxPages(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/inbox', (c) =>
    renderInboxPage(
      c.req.query('q')?.trim() ?? '',
      c.req.query('done') === 'delete' ? 'The message is deleted.' : '',
    ),
  )
  routes.get('/inbox/:id', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? renderMessagePage(mail) : renderNotFoundPage()
  })
  routes.get('/inbox/:id/html', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? serveMessageHtml(mail) : renderNotFoundPage()
  })
  routes.post('/inbox/:id/delete', async (c) =>
    inbox.delete(c.req.param('id')) ? c.redirect('/inbox?done=delete', 303) : await renderNotFoundPage(),
  )
  return routes
}

/** Creates the routes `/mails` of the control API. The mounting app must authorize the requests. */
export function createInboxRoutes(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/mails', (c) => {
    const { to, source, text } = c.req.query()
    if (source !== undefined && !Object.hasOwn(MAIL_SOURCE_NAMES, source)) {
      throw new HttpError(400, `"source" must be one of: ${Object.keys(MAIL_SOURCE_NAMES).join(', ')}`)
    }
    return c.json({ mails: inbox.list({ to, source, text }) })
  })
  routes.delete('/mails', (c) => {
    inbox.clear()
    return c.json({ mails: [] })
  })
  return routes
}
