import { errorResponse } from './errors.ts'

/** Creates a handler that responds with 501, the method and the path. Logs each pair once, and at most 1000 pairs. */
export function createUnsupportedHandler(
  log: (line: string) => void,
): (c: { req: { method: string; path: string } }) => Response {
  const logged = new Set<string>()
  return (c) => {
    const request = `${c.req.method} ${c.req.path}`
    if (!logged.has(request) && logged.size < 1000) {
      logged.add(request)
      log(`local cloud: not supported: ${request}`)
    }
    return errorResponse(501, `The local cloud does not support ${request}`, {
      method: c.req.method,
      path: c.req.path,
    })
  }
}
