import type { HttpBindings } from '@hono/node-server'
import type { Identity } from '../content-lake/types.ts'

/** What routes find in their context: who calls, and the Node request behind it. */
export type CloudEnvironment = {
  Bindings: HttpBindings
  Variables: {
    identity: Identity
    token: string | undefined
    /** A field that the answer leaves out, as a fault wants it. */
    blank: string | undefined
  }
}
