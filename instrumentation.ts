import type { Instrumentation } from 'next'

/**
 * Next calls this once in every new server process, before its first request.
 *
 * https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  // Next also compiles this file for the Edge runtime, which has no `process.stdout`.
  const { ignoreLogErrors } = await import('./lib/log')
  ignoreLogErrors()
  // Vercel itself sends Next's internal headers, and its renderer receives no query. The development server stores nothing.
  if (process.env.VERCEL || process.env.NODE_ENV !== 'production') return
  const { sanitizeRequests } = await import('./lib/sanitizeRequests')
  sanitizeRequests()
}

/** Next calls this when a page, a route or the proxy has failed. Next also logs its own line, which is not JSON. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { log, withRequestId } = await import('./lib/log')
  const [id] = [request.headers['x-request-id']].flat()
  // Logs neither the URL nor the headers, which may contain credentials.
  withRequestId(id ?? null, () =>
    log.error('site', `${request.method} ${context.routePath} failed (${context.routeType})`, error),
  )
}
