import type { HttpBindings } from '@hono/node-server'

/** What routes find in their context: the Node request behind it, and what a fault wants. */
export type CloudEnvironment = {
  Bindings: HttpBindings
  Variables: {
    /** A field that the answer leaves out, as a fault wants it. */
    blank: string | undefined
  }
}
