import { Hono } from 'hono'
import { limitBody } from '../http/body.ts'
import { createErrorHandler } from '../http/errors.ts'
import type { Faults } from '../http/faults.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import { identify } from './auth/identity.ts'
import { createProjectRoutes } from './auth/projectRoutes.ts'
import { createAuthRoutes } from './auth/routes.ts'
import { createSignInRoutes } from './auth/signIn.ts'
import type { AccountStore } from './auth/store.ts'
import type { ContentLake } from './contentLake.ts'
import type { SanityEnvironment } from './context.ts'
import { cors } from './cors.ts'
import type { Dataset } from './dataset.ts'
import { createOmittedServiceRoutes } from './omittedServices.ts'
import type { Origins } from './origins.ts'

export type SanityAppOptions = {
  contentLake: ContentLake
  accounts: AccountStore
  origins: Origins
  faults: Faults
  siteOrigin: string
  /** Routes under the version prefix with request bodies of at most 4 MB. The first match responds. */
  versionedRoutes: Hono<SanityEnvironment>[]
  /** Routes under the version prefix that limit the size of request bodies themselves. */
  uploadRoutes: Hono<SanityEnvironment>[]
  /** Routes without a version: `/images`, `/files`. */
  unversionedRoutes: Hono<SanityEnvironment>[]
  onDatasetCreated: (dataset: Dataset) => void
  log: (line: string) => void
}

const VERSION_PREFIX = '/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}'

/** Creates the Hono application that serves the Sanity port. */
export function createSanityApp(options: SanityAppOptions): Hono<SanityEnvironment> {
  const { accounts, origins, siteOrigin } = options
  const app = new Hono<SanityEnvironment>()
  app.use(securityHeaders())
  app.use(cors(origins))
  app.use(injectFaults(options.faults, 'sanity'))
  app.use(identify(accounts))
  for (const routes of options.unversionedRoutes) app.route('/', routes)
  for (const routes of options.uploadRoutes) app.route(VERSION_PREFIX, routes)
  app.use(limitBody())
  app.route(VERSION_PREFIX, createSignInRoutes(accounts, origins, siteOrigin))
  app.route(VERSION_PREFIX, createAuthRoutes(accounts))
  app.route(VERSION_PREFIX, createProjectRoutes(options))
  for (const routes of options.versionedRoutes) app.route(VERSION_PREFIX, routes)
  app.route(VERSION_PREFIX, createOmittedServiceRoutes())
  app.notFound(createUnsupportedHandler(options.log))
  app.onError(createErrorHandler(options.log))
  return app
}
