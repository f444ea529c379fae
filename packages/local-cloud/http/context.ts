import type { HttpBindings } from '@hono/node-server'

/** Hono's environment type for the local cloud's routes. */
export type CloudEnvironment = {
  Bindings: HttpBindings
  Variables: {
    /** The response field that an injected fault sets to null. */
    blank: string | undefined
  }
}
