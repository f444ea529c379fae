import { errorResponse } from './errors.ts'

/** Responds 501 with the method and path of an unsupported request. Logs each path once. */
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
