import type { Instrumentation } from 'next'

/**
 * What Next calls once in every new server process, before it answers anybody.
 *
 * https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { ignoreLogWriteErrors } = await import('./lib/logOutput')
  ignoreLogWriteErrors()
  const { removeEmptyActionHeader } = await import('./lib/emptyActionHeader')
  removeEmptyActionHeader()
}

/** What Next calls when a page or a route has failed. Next writes a plain line of its own besides. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { log, withRequestId } = await import('./lib/log')
  const [id] = [request.headers['x-request-id']].flat()
  // Neither the address nor the headers: both may hold what proves who somebody is.
  withRequestId(id ?? null, () =>
    log.error('site', `${request.method} ${context.routePath} failed (${context.routeType})`, error),
  )
}
