import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { htmlPage } from '../../http/html.ts'
import type { Inbox } from '../../inbox/inbox.ts'
import { renderInboxPage } from './list.ts'
import { renderMessagePage, serveMessageHtml } from './message.ts'

const renderNotFoundPage = () =>
  htmlPage({
    title: 'No such message',
    status: 404,
    section: 'Inbox',
    body: '<h1>No such message</h1><p><a href="/inbox">All messages</a></p>',
  })

/** Creates the pages of the inbox. */
export function createInboxPages(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/inbox', () => renderInboxPage())
  routes.get('/inbox/:id', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? renderMessagePage(mail) : renderNotFoundPage()
  })
  routes.get('/inbox/:id/html', (c) => {
    const mail = inbox.get(c.req.param('id'))
    return mail ? serveMessageHtml(mail) : renderNotFoundPage()
  })
  return routes
}

/** Creates the `/mails` routes of the control API. The mounting app must authorize the requests. */
export function createInboxRoutes(inbox: Inbox): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/mails', (c) => {
    const { to, source } = c.req.query()
    return c.json({ mails: inbox.list({ to, source }) })
  })
  routes.delete('/mails', (c) => {
    inbox.clear()
    return c.json({ mails: [] })
  })
  return routes
}
