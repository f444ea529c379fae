import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { previewSessionCookie, readPreviewCookie } from '@/lib/content/preview/previewCookie'
import { findRedirect } from '@/lib/content/routing/redirects'
import { getRoutablePaths } from '@/lib/content/routing/routablePaths'
import { canOpenDrafts, draftCookie, isDraftCookieValid, nonceHeader, searchHeader } from '@/lib/draftCookie'
import { environment } from '@/lib/env'
import { describeLandingPathProblem } from '@/lib/landingPages'
import { notFoundRewritePath } from '@/lib/pages'
import { createPagePolicy } from '@/lib/securityHeaders'
import { socialImages } from '@/lib/seo/metadata'

/**
 * Request headers that may contain a nonce: Next reads the first two, and `InlineScript` the last.
 *
 * https://nextjs.org/docs/app/guides/content-security-policy
 */
const policyHeaders = ['content-security-policy', 'content-security-policy-report-only', nonceHeader]

/** Returns the query of the visitor's URL. Where `lib/sanitizeRequests.ts` runs, it moves the query to a header. */
const readSearch = ({ nextUrl, headers }: NextRequest) => nextUrl.search || headers.get(searchHeader) || ''

/**
 * Continues to a page. A draft, which Next renders only for this request, gets a CSP with a nonce for its scripts.
 * Removes the request's own {@link policyHeaders}, since a page rendered for one visitor is cached for others.
 *
 * @param rewriteUrl - a different URL on the site, which is rendered instead of the requested one
 */
function continueRequest(request: NextRequest, rewriteUrl?: URL): NextResponse {
  const { pathname: path } = request.nextUrl
  const headers = new Headers(request.headers)
  for (const name of [...policyHeaders, searchHeader]) headers.delete(name)
  const cookie = request.cookies.get(draftCookie)?.value
  if (canOpenDrafts(cookie)) headers.set(searchHeader, readSearch(request))
  const createResponse = () =>
    rewriteUrl
      ? NextResponse.rewrite(rewriteUrl, { request: { headers } })
      : NextResponse.next({ request: { headers } })
  const isDraft = isDraftCookieValid(cookie)
  // The development server adds its own scripts to pages, without the nonce.
  if (!isDraft || process.env.NODE_ENV === 'development') return createResponse()
  const nonce = randomBytes(16).toString('base64')
  const policy = createPagePolicy(environment(), { path, inlineScripts: [`'nonce-${nonce}'`] })
  headers.set('content-security-policy', policy)
  headers.set(nonceHeader, nonce)
  const response = createResponse()
  response.headers.set('content-security-policy', policy)
  return response
}

/**
 * Responds with editors' redirects, continues to pages and social images that exist, and rewrites unknown paths to the
 * 404 page: `app/(site)/[slug]` would fill the cache with them, and could respond with status 200. Rejects methods
 * other than GET and HEAD: the matcher excludes API routes, and no other path needs other methods.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  // Next would render a page for each form request, without the page's CSP, and never respond to OPTIONS for a cached
  // image that is due for revalidation. No form on the site submits to a page or a file.
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  const { pathname, origin } = request.nextUrl
  if (!firstMatcherPattern.test(pathname)) return continueRequest(request)
  const socialImage = /^\/social(?:\/|$)(.*)/.exec(pathname)?.[1]
  if (socialImage !== undefined) {
    const landingPage = /^landing(\/[^/]+)$/.exec(socialImage)?.[1]
    const hasImage = landingPage
      ? (await getRoutablePaths()).landingPages.has(landingPage)
      : socialImages.has(socialImage)
    return hasImage ? NextResponse.next() : new NextResponse(null, { status: 404 })
  }
  const { redirects, landingPages } = await getRoutablePaths()
  if (landingPages.has(pathname)) return continueRequest(request)
  const redirect = findRedirect(pathname, redirects, landingPages)
  if (!redirect) {
    const isPreview =
      canOpenDrafts(request.cookies.get(draftCookie)?.value) &&
      readPreviewCookie(request.cookies.get(previewSessionCookie)?.value) !== undefined
    // The path may be that of an unpublished landing page. Previews are never cached.
    if (isPreview && !describeLandingPathProblem(pathname)) return continueRequest(request)
    return continueRequest(request, new URL(notFoundRewritePath, origin))
  }
  const target = new URL(redirect.href, origin)
  const params = new URLSearchParams(readSearch(request))
  // Next's router adds this parameter. `nextUrl` omits it, but the header does not.
  params.delete('_rsc')
  for (const [name, value] of params) target.searchParams.append(name, value)
  return NextResponse.redirect(target, {
    status: redirect.status,
    // Browsers would cache a 301 permanently, even if an editor changes the redirect later.
    headers: { 'Cache-Control': 'public, max-age=0, must-revalidate' },
  })
}

/**
 * The first entry matches all paths except the pages in `lib/pages.ts`, API routes, the Studio and the site's own
 * files: that is, landing pages, social images, redirects and unknown paths. The others match requests for pages that
 * Next would render individually: in draft mode, with a CSP header, or with a form. The last two also match forms
 * that are sent to the framework's files, for which Next would return 500. Next reads this list from the source, so it
 * cannot be derived from `lib/pages.ts`; a test compares the two.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!$|(?:services|studio|about|contact|success|sign-in|sign-up|forgot-password|reset-password|auth/confirm|account|terms|privacy)$|(?:api|_next/static|\\.well-known)/|studio-admin(?:/|$)|(?:robots\\.txt|sitemap\\.xml|manifest\\.webmanifest|favicon\\.ico|icon\\.svg|apple-icon\\.png|icon-(?:192|512|maskable-512)\\.png)$).*)',
    },
    // A `cookie` condition would read the first of two cookies with the same name, but draft mode reads the last.
    {
      source: '/((?!(?:api|_next)/).*)',
      has: [{ type: 'header', key: 'cookie', value: '.*__prerender_bypass=.*' }],
    },
    { source: '/((?!(?:api|_next)/).*)', has: [{ type: 'header', key: 'content-security-policy' }] },
    {
      source: '/((?!(?:api|_next)/).*)',
      has: [{ type: 'header', key: 'content-security-policy-report-only' }],
    },
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'next-action' }] },
  ],
}

const firstMatcherPattern = new RegExp(`^${config.matcher[0]?.source}$`)
