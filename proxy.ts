import { type NextRequest, NextResponse } from 'next/server'
import { currentAddresses, draftAddresses } from '@/lib/content/addressList'
import { redirectFor } from '@/lib/content/redirects'
import { siteOrigin, socialImages } from '@/lib/seo/metadata'

/** The cookie of Next's draft mode. Whether it is a valid one is found out by the page. */
const draftCookie = '__prerender_bypass'

/** An address that no route answers, so that the page for unknown addresses does. */
const nowhere = '/unknown/address'

/**
 * Answers addresses that editors redirect, lets those of landing pages through to their route, and nothing else: the
 * cache of a route with a parameter would grow with unknown addresses, and its answer to them would not be a real 404.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search, origin } = request.nextUrl
  const [, folder, name, ...more] = pathname.split('/')
  if (folder === 'social') {
    return more.length === 0 && socialImages.has(name ?? '')
      ? NextResponse.next()
      : new NextResponse(null, { status: 404 })
  }
  const { redirects, landingPages } = await currentAddresses()
  if (landingPages.has(pathname)) return NextResponse.next()
  if (request.cookies.has(draftCookie) && (await draftAddresses()).has(pathname)) return NextResponse.next()
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const redirect = isRead && redirectFor(pathname, redirects, [siteOrigin, origin], landingPages)
  if (!redirect) return NextResponse.rewrite(new URL(nowhere, origin))
  const target = new URL(redirect.href, origin)
  for (const [name, value] of new URLSearchParams(search)) target.searchParams.append(name, value)
  return NextResponse.redirect(target, {
    status: redirect.status,
    // Browsers would keep a 301 for good, whatever the editor does later.
    headers: { 'Cache-Control': 'public, max-age=0, must-revalidate' },
  })
}

/**
 * Everything but what the site answers itself: its pages, its routes and its files. Next reads this list from the
 * source, so it cannot be made from `lib/pages.ts`; a test compares them.
 */
export const config = {
  matcher: [
    '/((?!$|(?:services|studio|about|contact|success|sign-in|sign-up|forgot-password|reset-password|auth/confirm|account|claim|terms|privacy)$|(?:api|_next|\\.well-known)/|studio-admin(?:/|$)|(?:robots\\.txt|sitemap\\.xml|manifest\\.webmanifest|favicon\\.ico|icon\\.svg|apple-icon\\.png|icon-(?:192|512|maskable-512)\\.png)$).*)',
  ],
}
