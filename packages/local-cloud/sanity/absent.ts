import { Hono } from 'hono'
import { errorResponse } from '../http/errors.ts'
import type { LakeEnvironment } from './context.ts'

/** When a browser asks for a stream again that has nothing to tell. Milliseconds; the longest that clients take. */
const NEXT_TIME = 18_000_000

/** As the documents of copies, aliases and backups say it: https://www.sanity.io/docs/copy-api. */
const ENTERPRISE = 'This feature is available on the enterprise plan'
/** Here each role has one account. Of a project with as many people as its plan allows the command line says this itself. */
const FULL = 'Project is already at user quota'

/**
 * What the Studio and its plugins ask of services that the local cloud lacks, answered as an account without them is:
 * nothing to advertise, to announce or to schedule. Anything but 200 would show up in the browser's console, each time it
 * is asked. What is part of a plan answers 402, and what else they would have done with such a service 501.
 */
export function absentRoutes(): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  // Announcements are a list, everything else is the text of one advertisement.
  routes.get('/journey/announcements', (c) => c.json([]))
  routes.get('/journey/*', (c) => c.json(null))
  routes.get('/help', (c) => c.json({}))
  routes.get('/schedules/:project/:dataset', (c) => c.json({ schedules: [] }))
  // An event source that gets anything but a stream complains. This one says that there is nothing, and ends so that it
  // takes none of a browser's connections (https://html.spec.whatwg.org/multipage/server-sent-events.html).
  routes.get('/agent/:organization/bundles/mine/listen', (c) =>
    c.body(`retry: ${NEXT_TIME}\nevent: bundles\ndata: {"bundles":[]}\n\n`, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    }),
  )
  routes.get('/assist/tasks/instruction/:dataset/status', (c) =>
    c.json({ enabled: false, initialized: false, validToken: false }),
  )
  routes.get('/data/ping/:dataset', (c) => c.json({ pong: true }))
  routes.get('/aliases', (c) => c.json([]))
  routes.get('/apis/graphql', (c) => c.json([]))
  routes.get('/invitations/project/:project', (c) => c.json([]))
  routes.get('/projects/:project/datasets/copy', (c) => c.json([]))
  routes.get('/projects/:project/datasets/:dataset/backups', (c) => c.json({ backups: [] }))
  for (const path of [
    '/datasets/:dataset/copy',
    '/projects/:project/datasets/:dataset/copy',
    '/aliases/:name',
  ])
    routes.put(path, () => errorResponse(402, ENTERPRISE))
  routes.put('/projects/:project/datasets/:dataset/settings/backups', () => errorResponse(402, ENTERPRISE))
  routes.post('/invitations/project/:project', () => errorResponse(402, FULL))
  routes.get('/graphql/:dataset/:tag', () => errorResponse(404, 'No GraphQL API is deployed'))
  return routes
}
