import type { HttpBindings } from '@hono/node-server'
import type { CloudEnvironment } from '../http/context.ts'
import type { Identity } from './types.ts'

/** What the lake's routes find in their context besides what all have: who calls. */
export type LakeEnvironment = {
  Bindings: HttpBindings
  Variables: CloudEnvironment['Variables'] & { identity: Identity; token: string | undefined }
}
