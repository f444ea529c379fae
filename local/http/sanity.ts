import { Hono } from 'hono'
import { projectRoutes } from '../content-lake/auth/project-routes.ts'
import { authRoutes } from '../content-lake/auth/routes.ts'
import { signInRoutes } from '../content-lake/auth/sign-in.ts'
import type { AccountStore } from '../content-lake/auth/store.ts'
import type { Dataset } from '../content-lake/dataset.ts'
import type { ContentLake } from '../content-lake/lake.ts'
import type { Faults } from '../control/faults.ts'
import { limitBody } from './body.ts'
import type { CloudEnvironment } from './context.ts'
import { cors } from './cors.ts'
import { errorResponse, HttpError } from './errors.ts'
import { fontRoutes } from './fonts.ts'
import { identify } from './identity.ts'
import { injectFaults } from './inject-faults.ts'
import type { Origins } from './origins.ts'
import { securityHeaders } from './security-headers.ts'
import { unsupported } from './unsupported.ts'

/** What answers under `/v<version>` besides the account endpoints, in the order it is asked. */
export type SanityParts = {
  lake: ContentLake
  accounts: AccountStore
  origins: Origins
  faults: Faults
  /** `http://localhost:4001`: this server as its callers name it. */
  apiHost: string
  siteOrigin: string
  /** Routes below the version prefix, their bodies at most 4 MB. */
  versioned: Hono<CloudEnvironment>[]
  /** Routes that take uploads, and limit them themselves. */
  uploads: Hono<CloudEnvironment>[]
  /** Routes without a version: `/images`, `/files`. */
  root: Hono<CloudEnvironment>[]
  onDatasetCreated: (dataset: Dataset) => void
  onDatasetDeleted: (name: string) => Promise<void>
  log: (line: string) => void
}

const VERSION = '/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}'

/** The application behind the Sanity port. */
export function createSanityApp(parts: SanityParts): Hono<CloudEnvironment> {
  const { accounts, origins, apiHost, siteOrigin } = parts
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.route('/', fontRoutes())
  app.use(cors(origins))
  app.use(injectFaults(parts.faults, 'sanity'))
  app.use(identify(accounts))
  for (const routes of parts.root) app.route('/', routes)
  for (const routes of parts.uploads) app.route(VERSION, routes)
  app.use(limitBody())
  app.route(VERSION, signInRoutes(accounts, origins, siteOrigin))
  app.route(VERSION, authRoutes(accounts, origins, apiHost))
  app.route(VERSION, projectRoutes(parts))
  for (const routes of parts.versioned) app.route(VERSION, routes)
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; its log says more')
  })
  return app
}
