import type { HttpBindings } from '@hono/node-server'

/** The context of routes. */
export type CloudEnvironment = {
  Bindings: HttpBindings
  Variables: {
    /** The response field that an injected fault sets to null. */
    blank: string | undefined
  }
}
