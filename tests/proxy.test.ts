import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { allPages } from '@/lib/pages'
import { validateFrom } from '@/studio/redirectRules'

const validCookie = 'a'.repeat(32)
const draftCookie = `__prerender_bypass=${validCookie}`
const rules = vi.hoisted(() => ({ current: [{}] }))
vi.mock('@/lib/content/routing/routablePaths', () => ({
  getRoutablePaths: async () => ({
    redirects: rules.current,
    landingPages: new Set(['/podcast-for-coaches']),
  }),
}))
vi.mock('@/lib/draftCookie', async (original) => ({
  ...(await original<typeof import('@/lib/draftCookie')>()),
  isDraftCookieValid: (value: string) => value === validCookie,
  canOpenDrafts: (value: string) => value === validCookie,
}))
vi.mock('@/lib/env', () => ({
  environment: () => ({
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
    NEXT_PUBLIC_SUPABASE_URL: 'https://a.b',
    SANITY_API_READ_TOKEN: 'r'.repeat(24),
  }),
}))

const { config, proxy } = await import('../proxy')
const { signPreviewCookie } = await import('@/lib/content/preview/previewCookie')
const { NextRequest } = await import('next/server')

/** Whether a response lets the request continue to its own URL. */
const isPassedThrough = (response: Response) =>
  response.headers.get('x-middleware-next') === '1' && !response.headers.has('x-middleware-rewrite')

/** Whether the proxy's matcher selects a request by its whole path and by the presence or value of headers. */
const isMatched = (path: string, requestHeaders: Record<string, string> = {}) =>
  config.matcher.some(
    ({ source, has = [] }) =>
      new RegExp(`^${source}$`).test(path) &&
      has.every((condition) => {
        const { key, value } = { value: '.+', ...condition }
        return new RegExp(`^${value}$`).test(requestHeaders[key] ?? '')
      }),
  )
const send = (path: string, init?: { method?: string; headers?: Record<string, string> }) =>
  proxy(new NextRequest(new URL(path, 'https://example.com'), init))

describe('the proxy', () => {
  it('does not run for pages, routes and files when no header matches', () => {
    const files = readdirSync(join(import.meta.dirname, '../public')).map((name) => `/${name}`)
    const paths = [
      ...allPages.map(({ path }) => path),
      ...files,
      ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/icon.svg'],
      ...[
        '/api/health',
        '/_next/static/a.js',
        '/studio-admin',
        '/studio-admin/structure',
        '/.well-known/security.txt',
      ],
    ]
    expect(paths.filter((path) => isMatched(path))).toEqual([])
    const acceptedSources = paths.filter((path) => !validateFrom({ from: path, to: '/services' }, [], []))
    expect(acceptedSources, 'redirects that would never apply').toEqual([])
  })

  it('runs for pages with a draft cookie, a CSP header or a form submission header', () => {
    const headerSets: Record<string, string>[] = [
      { cookie: '__prerender_bypass=x' },
      { cookie: 'a=b; __prerender_bypass=; __prerender_bypass=x; c=d' },
      { 'content-security-policy': 'x' },
      { 'content-security-policy-report-only': 'x' },
      { 'content-type': 'x' },
      { 'next-action': 'x' },
    ]
    for (const requestHeaders of headerSets) {
      for (const { path } of allPages) expect(isMatched(path, requestHeaders), path).toBe(true)
      expect(isMatched('/studio-admin/structure', requestHeaders)).toBe(true)
      expect(isMatched('/api/health', requestHeaders)).toBe(false)
    }
    for (const { path } of allPages) expect(isMatched(path, { cookie: 'other=x' }), path).toBe(false)
  })

  it('runs for script URLs only with a form submission header', () => {
    const script = '/_next/static/a.js'
    for (const name of ['content-type', 'next-action'])
      expect(isMatched(script, { [name]: 'x' }), name).toBe(true)
    const headerSets: Record<string, string>[] = [
      { cookie: '__prerender_bypass=x' },
      { 'content-security-policy': 'x' },
    ]
    for (const requestHeaders of headerSets) expect(isMatched(script, requestHeaders)).toBe(false)
  })

  it('creates a nonce for each page in draft mode, and sends it in the CSP and to Next', async () => {
    const headers = { cookie: draftCookie }
    const nonces = new Set<string>()
    for (const path of ['/', '/contact', '/unpublished', '/other', '/studio-admin/structure']) {
      const response = await send(path, { headers })
      const policy = response.headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /script-src 'self' 'nonce-([\w+/]{22}==)';/.exec(policy) ?? []
      expect(nonce, path).not.toBe('')
      expect(response.headers.get('x-middleware-request-content-security-policy'), path).toBe(policy)
      expect(response.headers.get('x-middleware-request-x-nonce'), path).toBe(nonce)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(5)
  })

  it('sets a draft’s CSP even if an empty cookie precedes the valid one', async () => {
    const cookie = `__prerender_bypass=; __prerender_bypass=${validCookie}`
    expect((await send('/', { headers: { cookie } })).headers.get('content-security-policy')).toContain(
      "'nonce-",
    )
  })

  it('forwards no CSP or nonce from a visitor to Next', async () => {
    const policy = "script-src 'nonce-of-a-visitor'"
    const headers = {
      cookie: '__prerender_bypass=x',
      'content-security-policy': policy,
      'content-security-policy-report-only': policy,
      'x-nonce': 'of-a-visitor',
    }
    for (const path of ['/', '/podcast-for-coaches', '/other']) {
      const response = await send(path, { headers })
      expect(response.headers.has('x-middleware-override-headers'), path).toBe(true)
      expect([...response.headers.entries()].flat().join(), path).not.toContain('of-a-visitor')
    }
  })

  it('rejects POST, OPTIONS and PATCH requests, for which Next would render a page', async () => {
    for (const path of [
      '/',
      '/contact',
      '/studio-admin',
      '/podcast-for-coaches',
      '/old',
      '/other',
      '/_next/image',
    ]) {
      for (const method of ['POST', 'OPTIONS', 'PATCH']) {
        const response = await send(path, { method })
        expect(response.status, path).toBe(405)
        expect(response.headers.get('allow'), path).toBe('GET, HEAD')
      }
    }
  })

  it('runs for paths that are not a page, route or file of the site', () => {
    const paths = [
      '/old',
      '/services/old',
      '/index.html',
      '/about.php',
      '/apis',
      '/studio-administration',
      '/api',
      '/_next',
      '/_next/image',
      '/_next/data/a.json',
      '/.well-known',
      '/icon-7.png',
    ]
    expect(paths.filter((path) => !isMatched(path))).toEqual([])
  })

  it.each([
    ['301', 301],
    ['302', 302],
  ])(
    'redirects with status %s, the query of the request and a max-age of 0',
    async (status, expectedStatus) => {
      rules.current = [{ from: '/old', to: '/services#offer', match: 'exact', status }]
      const response = await send('/old?utm_source=letter')
      expect(response.status).toBe(expectedStatus)
      expect(response.headers.get('location')).toBe('https://example.com/services?utm_source=letter#offer')
      expect(response.headers.get('cache-control')).toContain('max-age=0')
    },
  )

  it('redirects with the query from the x-request-search header', async () => {
    rules.current = [{ from: '/old', to: '/services', match: 'exact', status: '301' }]
    const response = await send('/old', { headers: { 'x-request-search': '?utm_source=letter&_rsc=a' } })
    expect(response.headers.get('location')).toBe('https://example.com/services?utm_source=letter')
  })

  it('forwards the query only in draft mode', async () => {
    const readSearch = async (path: string, cookie: string) =>
      (await send(path, { headers: { cookie, 'x-request-search': '?announcement=a' } })).headers.get(
        'x-middleware-request-x-request-search',
      )
    expect(await readSearch('/about', draftCookie)).toBe('?announcement=a')
    expect(await readSearch('/about?announcement=b', draftCookie)).toBe('?announcement=b')
    expect(await readSearch('/about', '__prerender_bypass=x')).toBeNull()
    expect(await readSearch('/unknown', '')).toBeNull()
  })

  it('passes through requests for existing social images, and returns 404 for unknown ones', async () => {
    for (const path of ['/social/home', '/social/landing/podcast-for-coaches'])
      expect((await send(path)).headers.get('x-middleware-next'), path).toBe('1')
    for (const path of [
      '/social',
      '/social/',
      '/social/unknown',
      '/social/podcast-for-coaches',
      '/social/landing',
      '/social/landing/',
      '/social/landing/-',
      '/social/landing/unknown',
      '/social/landing/podcast-for-coaches/more',
    ])
      expect((await send(path)).status, path).toBe(404)
  })

  it('passes through requests for landing pages, even if a redirect has the same path', async () => {
    rules.current = [{ from: '/podcast-for-coaches', to: '/services', match: 'exact', status: '301' }]
    for (const init of [{}, { method: 'HEAD' }]) {
      expect(isPassedThrough(await send('/podcast-for-coaches?utm_source=letter', init))).toBe(true)
    }
  })

  it('passes through requests for an unpublished landing page only in a preview', async () => {
    expect(isPassedThrough(await send('/unpublished'))).toBe(false)
    expect(isPassedThrough(await send('/unpublished', { headers: { cookie: '__prerender_bypass=x' } }))).toBe(
      false,
    )
    const session = signPreviewCookie({ kind: 'editor', shareHash: '' })
    for (const cookie of [
      draftCookie,
      `${draftCookie}; preview-session=${session}0`,
      `preview-session=${session}`,
    ]) {
      expect(isPassedThrough(await send('/unpublished', { headers: { cookie } }))).toBe(false)
    }
    const headers = { cookie: `${draftCookie}; preview-session=${session}` }
    expect(isPassedThrough(await send('/unpublished', { headers }))).toBe(true)
    expect(isPassedThrough(await send('/other/path', { headers }))).toBe(false)
  })
})
