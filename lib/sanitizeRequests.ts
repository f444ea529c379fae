import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { searchHeader } from './draftCookie'
import { studioPath } from './pages'

/**
 * Headers that only Next and its hosting platforms may set: for draft mode's revalidation, the data cache, the proxy,
 * resumed renders and older routers. Next 16.4.6 reads each of them in `next/dist`;
 * `docs/decisions/request-independent-cache.md` has the reasons. The router's own headers are not among them.
 */
const internalHeaderPattern =
  /^(?:x-(?:prerender|next|nextjs|middleware|invoke|matched|now|action|invocation)-|next-resume$)/

/** The router's `_rsc` values: a hash of the request's router headers, or empty. Next validates the hash. */
const routerParamPattern = /^[\w-]{0,32}$/

/** API routes, which need their query and render no cached pages. */
const routePattern = /^\/api\/[\w/-]+$/

const maxPathLength = 512

/** A path to which `app/api/[...unknown]` responds with 404, without rendering a page. */
const unknownRoutePath = '/api/unknown'

/** Next's header for segment prefetches, whose responses lack the stored page's headers: see server/pageCache.ts. */
const segmentPrefetchHeader = 'next-router-segment-prefetch'

/**
 * Removes whatever must not reach the renderer from each subsequent request to `next start`, before Next reads it: the
 * query, which moves to {@link searchHeader}, and headers that only Next and its hosting platforms may set. Next caches
 * each page for all visitors, including anything that it renders from the request.
 *
 * https://nodejs.org/api/diagnostics_channel.html#http
 *
 * @returns a function that stops sanitizing, so that tests can start other servers in the same process
 */
export function sanitizeRequests(): () => void {
  const channelName = 'http.server.request.start'
  const sanitize = (message: unknown) => {
    if (typeof message !== 'object' || !message || !('request' in message && 'response' in message)) return
    const { request, response } = message
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    // Next constructs a `Request`, which throws for TRACE (https://fetch.spec.whatwg.org/#forbidden-method), and Next
    // never responds to OPTIONS for a stored file or image that is due for revalidation, nor to any later request for
    // it. Only API routes accept other methods. `/api/health` responds to PUT with 405.
    const { method = '', url = '' } = request
    const isRoute = routePattern.test(url.replace(/\?.*/, ''))
    if (method === 'TRACE' || !(isRoute || ['GET', 'HEAD', 'POST'].includes(method))) {
      const { host } = request.headers
      Object.assign(request, { method: 'PUT', url: '/api/health', headers: { host } })
    }
    sanitizeHeaders(request)
    sanitizeUrl(request)
    // With no-store, Chromium would cancel prefetches whose body the router has not read.
    if (segmentPrefetchHeader in request.headers) response.setHeader('Cache-Control', 'private, no-cache')
  }
  subscribe(channelName, sanitize)
  return () => void unsubscribe(channelName, sanitize)
}

function sanitizeHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) {
    if (internalHeaderPattern.test(name)) delete headers[name]
  }
  // Next would throw for an action without a name, and the matcher of proxy.ts cannot match an empty header. Without
  // the header, Next responds with 405 to a POST request to a page.
  if (headers['next-action'] === '') delete headers['next-action']
}

function sanitizeUrl(request: IncomingMessage): void {
  delete request.headers[searchHeader]
  const { url = '/' } = request
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  // The path as Next reads it: without dot segments such as `/./`, and encoded, which can make it longer.
  const pathname = URL.parse(`http://localhost${path}`)?.pathname ?? path
  if (pathname.length > maxPathLength && !pathname.startsWith(`${studioPath}/`)) {
    request.url = unknownRoutePath
    return
  }
  // Next redirects a path with a trailing slash before it renders a page, and the redirect includes the query.
  const isRedirected = pathname.length > 1 && pathname.endsWith('/')
  if (queryStart < 0 || isRedirected || routePattern.test(path)) return
  const search = url.slice(queryStart)
  const routerParam = new URLSearchParams(search).get('_rsc')
  const hasRouterParam = routerParam !== null && routerParamPattern.test(routerParam)
  request.url = hasRouterParam ? `${path}?_rsc=${routerParam}` : path
  request.headers[searchHeader] = search
}
