import type { Context } from 'hono'
import type { CloudEnvironment } from './context.ts'
import { errorResponse } from './errors.ts'

/** Services of the hosted product that the Studio asks for and does without. */
const ABSENT = /^\/(v[^/]+\/)?(journey|help|agent)(\/|$)/

/**
 * The answer to everything that isn't served: 404 where the Studio expects that a service may be missing, else an
 * explicit 501 that names itself. Each such path is logged once.
 */
export function unsupported(log: (line: string) => void): (c: Context<CloudEnvironment>) => Response {
  const seen = new Set<string>()
  return (c) => {
    if (ABSENT.test(c.req.path)) return errorResponse(404, `${c.req.path} does not exist here`)
    const request = `${c.req.method} ${c.req.path}`
    if (!seen.has(request) && seen.size < 1000) {
      seen.add(request)
      log(`local cloud: not supported: ${request}`)
    }
    return errorResponse(501, `The local cloud does not support ${request}`, {
      method: c.req.method,
      path: c.req.path,
    })
  }
}
