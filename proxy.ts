import { type NextRequest, NextResponse } from 'next/server'
import { currentRedirects } from '@/lib/content/redirectList'
import { redirectFor } from '@/lib/content/redirects'
import { siteOrigin, socialImages } from '@/lib/seo/metadata'

/**
 * Answers addresses that editors redirect; any other goes on, and is an unknown address. It is asked before anything is
 * sent, so that the status is a real one.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return NextResponse.next()
  const { pathname, search, origin } = request.nextUrl
  // A route with a parameter keeps its answer to every address, so that the cache would grow with unknown ones.
  const [, folder, name] = pathname.split('/')
  if (folder === 'social') {
    return socialImages.has(name ?? '') ? NextResponse.next() : new NextResponse(null, { status: 404 })
  }
  const redirect = redirectFor(pathname, await currentRedirects(), [siteOrigin, origin])
  if (!redirect) return NextResponse.next()
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
    '/((?!$|(?:services|studio|about|contact|success|sign-in|sign-up|forgot-password|reset-password|auth/confirm|account|claim|terms|privacy)$|(?:api|_next|studio-admin|\\.well-known)(?:/|$)|(?:robots\\.txt|sitemap\\.xml|manifest\\.webmanifest|favicon\\.ico|icon\\.svg|apple-icon\\.png|icon-(?:maskable-)?\\d+\\.png)$).*)',
  ],
}
