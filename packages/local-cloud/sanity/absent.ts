import { Hono } from 'hono'
import type { SanityEnvironment } from './context.ts'

/** The longest reconnection delay that browsers accept. */
const retryMs = 18_000_000

/**
 * Services that the local cloud omits, with the responses of an account without them. Browsers would log any status other
 * than 200 in the console.
 */
export function absentRoutes(): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()
  routes.get('/journey/announcements', (c) => c.json([]))
  routes.get('/journey/*', (c) => c.json(null))
  routes.get('/help', (c) => c.json({}))
  routes.get('/schedules/:project/:dataset', (c) => c.json({ schedules: [] }))
  // The event source needs a stream. This one ends, to free one of the browser's connections
  // (https://html.spec.whatwg.org/multipage/server-sent-events.html).
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
