import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { searchHeader } from './draftCookie'
import { studioPath } from './pages'

/**
 * Headers that only Next and its hosts may set: for draft mode's revalidation, the data cache, the proxy, resumed
 * renders and former routers. Next 16.4.6 reads each of them in `next/dist`;
 * `docs/decisions/request-independent-cache.md` has the reasons. The router's own headers are not among them.
 */
const internalHeaderPattern =
  /^(?:x-(?:prerender|next|nextjs|middleware|invoke|matched|now|action|invocation)-|next-resume$)/

/** The value of `_rsc` that the router sends: a hash of its headers, empty for some, which Next validates. */
const routerParamPattern = /^[\w-]{0,32}$/

/** Routes render nothing that is stored, and read their query. */
const routePattern = /^\/api\/[\w/-]+$/

const maxPathLength = 512

/** A path that `app/api/[...unknown]` responds 404 to, without a page. */
const unknownRoutePath = '/api/unknown'

/** Next's header for prefetches, whose responses take no headers from stored pages: see server/pageCache.ts. */
const segmentPrefetchHeader = 'next-router-segment-prefetch'

/**
 * Removes from each later request to `next start` what must not reach the renderer, before Next reads the request: the
 * query, which moves to {@link searchHeader}, and headers that only Next and its hosts may set. Next stores each page
 * for every visitor, including anything that it renders from the request.
 *
 * https://nodejs.org/api/diagnostics_channel.html#http
 *
 * @returns a function that ends it, for tests of other servers in the same process
 */
export function sanitizeRequests(): () => void {
  const channelName = 'http.server.request.start'
  const sanitize = (message: unknown) => {
    if (typeof message !== 'object' || !message || !('request' in message && 'response' in message)) return
    const { request, response } = message
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    // Next constructs a `Request`, which throws for TRACE (https://fetch.spec.whatwg.org/#forbidden-method), and it
    // never responds to OPTIONS for a stored file or image that is due, nor to any later request for it. Only routes
    // accept other methods. This route responds 405 to PUT.
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
  // the header, Next responds 405 to a POST to a page.
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
  // Before it renders a page, Next redirects from a path with a trailing slash, with the query.
  const isRedirected = pathname.length > 1 && pathname.endsWith('/')
  if (queryStart < 0 || isRedirected || routePattern.test(path)) return
  const search = url.slice(queryStart)
  const routerParam = new URLSearchParams(search).get('_rsc')
  const hasRouterParam = routerParam !== null && routerParamPattern.test(routerParam)
  request.url = hasRouterParam ? `${path}?_rsc=${routerParam}` : path
  request.headers[searchHeader] = search
}
