import { unstable_getResponseFromNextConfig as getResponse } from 'next/experimental/testing/server'
import { describe, expect, it } from 'vitest'
import { minimalEnvironment } from '@/tests/support/minimalEnvironment'
import { parseEnvironment } from './env'
import { createPagePolicy, createSecurityHeaders } from './securityHeaders'

const base = {
  ...minimalEnvironment(),
  NEXT_PUBLIC_SITE_URL: 'https://example.com',
  NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
  NEXT_PUBLIC_SUPABASE_URL: 'https://abcdefgh.supabase.co',
}
const local = {
  ...base,
  NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4001',
  SANITY_STREAM_ORIGINS: 'http://localhost:4010 http://localhost:4011',
  NEXT_PUBLIC_EMAILJS_ORIGIN: 'http://localhost:4004',
  NEXT_PUBLIC_SUPABASE_URL: 'http://localhost:4002',
}

const getHeaders = (
  source: Record<string, string>,
  options: { isDevelopment?: boolean; pagesArePostProcessed?: boolean } = {},
) =>
  createSecurityHeaders(parseEnvironment(source), {
    isDevelopment: options.isDevelopment ?? false,
    pagesArePostProcessed: options.pagesArePostProcessed ?? false,
  })

/** Returns the policies for a page and for the Studio. */
function getPolicies(
  source: Record<string, string>,
  options: { isDevelopment?: boolean } = {},
): [string, string] {
  const [page = '', , studio = ''] = getHeaders(source, options)
    .flatMap(({ headers }) => headers)
    .filter(({ key }) => key === 'Content-Security-Policy')
    .map(({ value }) => value)
  return [page, studio]
}

/** Returns a header that the rules set for a path. If several rules set it, Next uses the last. */
const getHeader = (name: string, path: string) =>
  getHeaders(base)
    .filter(({ source }) => source === path || source === '/:path*')
    .flatMap(({ headers }) => headers)
    .findLast(({ key }) => key === name)?.value

describe('createSecurityHeaders', () => {
  it('sends Strict-Transport-Security only for a site with HTTPS', () => {
    const getNames = (source: Record<string, string>) =>
      getHeaders(source).flatMap(({ headers }) => headers.map(({ key }) => key))
    expect(getNames(base)).toContain('Strict-Transport-Security')
    const plainHttp = { ...local, NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' }
    expect(getNames(plainHttp)).not.toContain('Strict-Transport-Security')
  })

  it('allows no hosted Sanity project but the site’s, and nothing local', () => {
    for (const policy of getPolicies(base)) {
      expect(policy).toContain('https://cdn.sanity.io')
      expect(policy).not.toContain('*')
      expect(policy).not.toContain('localhost')
    }
    expect(getPolicies(base)[1]).toContain('https://abc123.api.sanity.io wss://abc123.api.sanity.io')
  })

  it('does not allow the site’s pages to connect to the Content Lake', () => {
    const policy = createPagePolicy(parseEnvironment(base), { path: '/' })
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).not.toContain('sanity')
  })

  it('allows only the configured API host, with its streams and socket, instead of the hosted one', () => {
    for (const policy of getPolicies(local)) {
      expect(policy).not.toMatch(/\.(api|apicdn)\.sanity\.io|\/\/cdn\.sanity\.io/)
    }
    expect(getPolicies(local)[1]).toContain(
      'http://localhost:4001 http://abc123.localhost:4001 ws://localhost:4001 http://localhost:4010 http://localhost:4011',
    )
  })

  it('allows EmailJS on the site, and not in the Studio', () => {
    const [site, studio] = getPolicies(local)
    expect(site).toMatch(/connect-src [^;]*http:\/\/localhost:4004/)
    expect(site).not.toContain('emailjs.com')
    expect(studio).not.toContain('4004')
    expect(getPolicies(base)[0]).toMatch(/connect-src [^;]*https:\/\/api\.emailjs\.com/)
  })

  it('allows Supabase Auth on the site, and not in the Studio', () => {
    const [site, studio] = getPolicies(local)
    expect(site).toMatch(/connect-src [^;]*http:\/\/localhost:4002/)
    expect(studio).not.toContain('4002')
    expect(getPolicies(base)[0]).toMatch(/connect-src [^;]*https:\/\/abcdefgh\.supabase\.co/)
  })

  it('sends no referrer from pages whose URL may contain a token', () => {
    expect(getHeader('Referrer-Policy', '/auth/confirm')).toBe('no-referrer')
    expect(getHeader('Referrer-Policy', '/reset-password')).toBe('no-referrer')
    expect(getHeader('Referrer-Policy', '/')).toBe('strict-origin-when-cross-origin')
  })

  it('isolates windows and files from other sites, except social images', () => {
    expect(getHeader('Cross-Origin-Opener-Policy', '/')).toBe('same-origin-allow-popups')
    expect(getHeader('Cross-Origin-Resource-Policy', '/')).toBe('same-origin')
    expect(getHeader('Cross-Origin-Resource-Policy', '/social/:path*')).toBe('cross-origin')
  })

  it('denies unused browser features', () => {
    const value = getHeader('Permissions-Policy', '/')
    const names = `accelerometer browsing-topics camera captured-surface-control compute-pressure
      digital-credentials-create digital-credentials-get display-capture gamepad geolocation gyroscope hid
      identity-credentials-get idle-detection keyboard-map language-detector language-model local-fonts
      local-network local-network-access loopback-network magnetometer microphone midi
      on-device-speech-recognition otp-credentials payment publickey-credentials-create
      publickey-credentials-get screen-wake-lock serial speaker-selection storage-access summarizer translator
      usb window-management xr-spatial-tracking`
    expect(new Set(value?.split(', '))).toEqual(new Set(names.split(/\s+/).map((name) => `${name}=()`)))
  })

  it('forbids plugins, framing by other sites, and eval in production', () => {
    for (const policy of getPolicies(local)) {
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).not.toContain('unsafe-eval')
    }
    expect(getPolicies(local, { isDevelopment: true })[0]).toContain('unsafe-eval')
  })

  it('allows Turnstile on every page of the site, and not in the Studio', () => {
    const withCaptcha = { ...base, NEXT_PUBLIC_TURNSTILE_SITE_KEY: 'key' }
    const [page, studio] = getPolicies(withCaptcha)
    expect(page).toMatch(/script-src [^;]*challenges\.cloudflare\.com/)
    expect(page).toMatch(/frame-src [^;]*challenges\.cloudflare\.com/)
    expect(studio).not.toContain('cloudflare')
    expect(createPagePolicy(parseEnvironment(withCaptcha), { path: '/account' })).toBe(page)
    for (const policy of getPolicies(base)) expect(policy).not.toContain('cloudflare')
  })

  it.each([
    ['/', 'site'],
    ['/sign-in', 'site'],
    ['/sign-in/x', 'site'],
    ['/contact', 'site'],
    ['/studio', 'site'],
    ['/studio-administrator', 'site'],
    ['/studio-admin', 'studio'],
    ['/studio-admin/structure', 'studio'],
    ['/api/health', 'api'],
    ['/apiary', 'site'],
  ])('serves %s with the %s policy', async (path, kind) => {
    const env = parseEnvironment(base)
    const policies: Record<string, string> = {
      site: createPagePolicy(env, { path: '/' }),
      studio: createPagePolicy(env, { path: '/studio-admin' }),
      api: "default-src 'none'; frame-ancestors 'none'",
    }
    const headers = async () =>
      createSecurityHeaders(env, { isDevelopment: false, pagesArePostProcessed: false })
    const response = await getResponse({ url: `https://example.com${path}`, nextConfig: { headers } })
    expect(response.headers.get('content-security-policy')).toBe(policies[kind])
  })

  it('allows only the given inline scripts, or all by default', () => {
    const env = parseEnvironment(base)
    const policy = createPagePolicy(env, { path: '/', inlineScripts: ["'sha256-a='", "'sha256-b='"] })
    expect(policy).toContain("script-src 'self' 'sha256-a=' 'sha256-b=';")
    expect(createPagePolicy(env, { path: '/', inlineScripts: [] })).toContain("script-src 'self';")
    expect(createPagePolicy(env, { path: '/' })).toContain("script-src 'self' 'unsafe-inline';")
    const studio = createPagePolicy(env, { path: '/studio-admin/structure', inlineScripts: ["'sha256-a='"] })
    expect(studio).toContain("script-src 'self' 'sha256-a=';")
    expect(studio).toContain("worker-src 'self' blob:")
  })

  it('allows the hosts of the Studio’s own resources only in the Studio', () => {
    const [page, studio] = getPolicies(base)
    const localStudio = getPolicies(local)[1]
    const hosts = {
      'img-src': ['lh3.googleusercontent.com', 'avatars.githubusercontent.com', 'public.sanity.io'],
      'connect-src': ['api.sanity.io', 'sanity-cdn.com'],
      'font-src': ['design-system-static.sanity.io'],
    }
    for (const [directive, names] of Object.entries(hosts)) {
      for (const name of names) {
        for (const policy of [studio, localStudio])
          expect(policy).toMatch(
            new RegExp(`${directive} [^;]*https://${name.replaceAll('.', '\\.')}(?=[ ;])`),
          )
        expect(page).not.toMatch(new RegExp(`//${name.replaceAll('.', '\\.')}`))
      }
    }
  })

  it('if pages are post-processed, sends the configured policies only with a draft cookie', () => {
    const rules = getHeaders(base, { pagesArePostProcessed: true }).filter(({ headers }) =>
      headers.some(({ key, value }) => key === 'Content-Security-Policy' && value.includes('unsafe-inline')),
    )
    expect(rules).toHaveLength(2)
    for (const rule of rules) {
      expect(rule).toMatchObject({
        has: [{ type: 'header', key: 'cookie', value: '.*__prerender_bypass=.*' }],
      })
    }
  })
})
