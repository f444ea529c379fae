import { Hono } from 'hono'
import { limitBody } from '../http/body.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import type { Faults } from '../http/faults.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { unsupported } from '../http/unsupported.ts'
import { absentRoutes } from './absent.ts'
import { identify } from './auth/identity.ts'
import { projectRoutes } from './auth/projectRoutes.ts'
import { authRoutes } from './auth/routes.ts'
import { signInRoutes } from './auth/signIn.ts'
import type { AccountStore } from './auth/store.ts'
import type { ContentLake } from './contentLake.ts'
import type { SanityEnvironment } from './context.ts'
import { cors } from './cors.ts'
import type { Dataset } from './dataset.ts'
import type { Origins } from './origins.ts'

export type SanityParts = {
  contentLake: ContentLake
  accounts: AccountStore
  origins: Origins
  faults: Faults
  siteOrigin: string
  /** Routes under the version prefix with bodies of at most 4 MB, in the order of matching. */
  versioned: Hono<SanityEnvironment>[]
  /** Routes under the version prefix with limits of their own. */
  uploads: Hono<SanityEnvironment>[]
  /** Routes without a version: `/images`, `/files`. */
  root: Hono<SanityEnvironment>[]
  onDatasetCreated: (dataset: Dataset) => void
  onDatasetClosed: (name: string) => void
  log: (line: string) => void
}

const VERSION = '/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}'

/** The application of the Sanity port. */
export function createSanityApp(parts: SanityParts): Hono<SanityEnvironment> {
  const { accounts, origins, siteOrigin } = parts
  const app = new Hono<SanityEnvironment>()
  app.use(securityHeaders())
  app.use(cors(origins))
  app.use(injectFaults(parts.faults, 'sanity'))
  app.use(identify(accounts))
  for (const routes of parts.root) app.route('/', routes)
  for (const routes of parts.uploads) app.route(VERSION, routes)
  app.use(limitBody())
  app.route(VERSION, signInRoutes(accounts, origins, siteOrigin))
  app.route(VERSION, authRoutes(accounts))
  app.route(VERSION, projectRoutes(parts))
  for (const routes of parts.versioned) app.route(VERSION, routes)
  app.route(VERSION, absentRoutes())
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`content lake: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud. See its log.')
  })
  return app
}
