import type { HttpBindings } from '@hono/node-server'
import type { CloudEnvironment } from '../http/context.ts'
import type { Identity } from './types.ts'

/** The Hono environment of Sanity's routes, with the caller's identity and token. */
export type SanityEnvironment = {
  Bindings: HttpBindings
  Variables: CloudEnvironment['Variables'] & { identity: Identity; token: string | undefined }
}
