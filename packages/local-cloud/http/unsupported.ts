import { errorResponse } from './errors.ts'

/**
 * The answer to everything that isn't served: an explicit 501 that names itself. Each such path is logged once.
 */
export function unsupported(
  log: (line: string) => void,
): (c: { req: { method: string; path: string } }) => Response {
  const seen = new Set<string>()
  return (c) => {
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
