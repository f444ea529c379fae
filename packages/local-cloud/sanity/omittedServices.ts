import { Hono } from 'hono'
import type { SanityEnvironment } from './context.ts'

/** The delay after which the browser's EventSource reconnects: five hours. */
const retryMs = 18_000_000

/**
 * Creates the routes of services that the local cloud omits. They respond as for an account without these services.
 * The status is 200, since browsers log error statuses in the console.
 */
export function createOmittedServiceRoutes(): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()
  routes.get('/journey/announcements', (c) => c.json([]))
  routes.get('/journey/*', (c) => c.json(null))
  routes.get('/help', (c) => c.json({}))
  routes.get('/schedules/:project/:dataset', (c) => c.json({ schedules: [] }))
  // The Studio's EventSource needs a stream. The response ends immediately, to free a browser connection until the
  // EventSource reconnects (https://html.spec.whatwg.org/multipage/server-sent-events.html).
  routes.get('/agent/:organization/bundles/mine/listen', (c) =>
    c.body(`retry: ${retryMs}\nevent: bundles\ndata: {"bundles":[]}\n\n`, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    }),
  )
  routes.get('/data/ping/:dataset', (c) => c.json({ pong: true }))
  routes.get('/intake/telemetry-status', (c) => c.json({ status: 'denied' }))
  return routes
}
