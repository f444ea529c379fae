import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { testEnvironment } from '../../support/environment.ts'
import { allPagesAndUnknown } from '../../support/pages.ts'
import { readSiteLog } from '../../support/preview.ts'
import { sendRaw } from '../../support/rawRequest.ts'

const { siteOrigin } = testEnvironment()
const foreignHost = 'evil.example'

/** The part of Next's prerender manifest that contains the preview cookie's value. */
const manifestSchema = z.object({ preview: z.object({ previewModeId: z.string().min(1) }) })

const request = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  sendRaw(siteOrigin, path, { method, headers, body })

/** Returns the origin that a `Location` header redirects to, or the site's origin if there is no header. */
const getRedirectOrigin = (location: unknown) =>
  typeof location === 'string' ? new URL(location, siteOrigin).origin : siteOrigin

const getMethod = (path: string) => (path.startsWith('/api/draft-mode/disable') ? 'POST' : 'GET')

test('every page forbids framing by other sites, and content type sniffing', async () => {
  for (const { path } of [...allPagesAndUnknown, { path: '/studio-admin-other' }]) {
    const { headers } = await request(path)
    expect.soft(headers['x-frame-options'], path).toBe('SAMEORIGIN')
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'self'")
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('no path has two content security policies, and an unknown API path returns JSON', async () => {
  for (const path of [
    ...allPagesAndUnknown.map(({ path }) => path),
    '/no-such-page',
    '/api',
    '/api/none',
    '/api/ready',
  ]) {
    expect.soft(String((await request(path)).headers['content-security-policy']), path).not.toContain(', ')
  }
  for (const method of ['GET', 'POST', 'PUT']) {
    const { status, body } = await request('/api/none/at/all', {}, method)
    expect.soft([status, body.slice(0, 80)], method).toEqual([404, '{"error":{"code":"not_found"}}'])
  }
})

test('no attacker-supplied path or parameter redirects to another host', async () => {
  const paths = [
    `//${foreignHost}`,
    `//${foreignHost}/sign-in/`,
    `/\\${foreignHost}`,
    `/%5C${foreignHost}`,
    `/%2F${foreignHost}/`,
    `/%2F%2F${foreignHost}`,
    `/.//${foreignHost}`,
    `/..//${foreignHost}/`,
    `/sign-in/..//${foreignHost}/`,
    `/%09/${foreignHost}`,
    `/https:${foreignHost}/`,
    `/sign-in/?next=//${foreignHost}`,
    `/auth/confirm/?next=https://${foreignHost}`,
    ...[
      '//',
      '/\\',
      '/%5C',
      '/%09/',
      '/..//',
      'https:',
      'https://',
      'javascript:',
      '%0d%0aLocation:%20//',
    ].map((prefix) => `/api/draft-mode/disable?redirectTo=${prefix}${foreignHost}`),
  ]
  for (const path of paths) {
    const { headers, status } = await request(path, {}, getMethod(path))
    expect.soft(getRedirectOrigin(headers.location), path).toBe(siteOrigin)
    expect.soft(status, path).toBeLessThan(500)
  }
})

test('a forged host name appears in no page and no redirect', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/sign-in/',
    '/api/health',
    '/api/draft-mode/disable?redirectTo=/about',
  ]) {
    const forgedHeaders: Record<string, string>[] = [
      { host: foreignHost },
      { host: new URL(siteOrigin).host, 'x-forwarded-host': foreignHost, 'x-forwarded-proto': 'https' },
      { host: new URL(siteOrigin).host, forwarded: `host=${foreignHost}` },
    ]
    for (const headers of forgedHeaders) {
      const result = await request(path, headers, getMethod(path))
      expect.soft(result.body, path).not.toContain(foreignHost)
      expect.soft(String(result.headers.location ?? ''), path).not.toContain(`//${foreignHost}`)
    }
  }
})

test('the image optimization endpoint returns no image', async () => {
  for (const [method, expected] of [
    ['GET', 404],
    ['PUT', 405],
  ] as const) {
    const { status } = await request('/_next/image?url=%2Ficon-192.png&w=96&q=75', {}, method)
    expect.soft(status, method).toBe(expected)
  }
})

test('paths with the suffix .rsc return 404, even on a second request', async () => {
  for (const path of ['/services', '/', '/index', '/podcast', '/studio-admin', '/robots.txt']) {
    for (const suffix of ['.rsc', '.rsc?a=b', '.RSC', '.rsc.rsc']) {
      for (const attempt of ['first', 'second']) {
        const { status, body } = await request(`${path}${suffix}`)
        expect
          .soft([status, body.includes('Page not found')], `${path}${suffix}, ${attempt}`)
          .toEqual([404, true])
      }
    }
  }
})

test('a Next header with the preview cookie’s value does not rerender a page', async () => {
  const manifest = resolve(process.env.TEST_DIST_DIR ?? '.next-test', 'prerender-manifest.json')
  const { preview } = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  const headers = {
    'x-prerender-revalidate': preview.previewModeId,
    'content-security-policy': "script-src 'nonce-EVIL'",
  }
  for (const path of ['/', '/about', '/sign-in', '/no-such-page', '/api', '/studio-admin']) {
    const expected = await request(path)
    const result = await request(path, headers)
    const names = ['x-nextjs-cache', 'cache-control', 'cdn-cache-control', 'content-security-policy']
    // Counts STALE as HIT, since a page's revalidation interval may end between the two requests.
    const readHeader = ({ headers }: typeof result, name: string) =>
      headers[name]?.toString().replace('STALE', 'HIT')
    for (const name of names)
      expect.soft(readHeader(result, name), `${path} ${name}`).toBe(readHeader(expected, name))
    expect.soft([result.status, result.body], path).toEqual([expected.status, expected.body])
  }
})

test('TRACE returns 405 for pages, routes, files and the Studio', async () => {
  for (const path of [
    '/',
    '/no-such-page',
    '/api/health',
    '/api/stripe/webhook',
    '/icon.svg',
    '/studio-admin',
  ]) {
    expect.soft((await request(path, { rsc: '1', 'next-action': 'x' }, 'TRACE')).status, path).toBe(405)
  }
})

test('a request for a server action without an id returns 405, and logs no error', async () => {
  for (const path of ['/about', '/studio-admin', '/no-such-page']) {
    const { status } = await request(path, { 'next-action': '' }, 'POST')
    expect.soft(status, path).toBe(405)
  }
  expect(readSiteLog()).not.toContain('next-action')
})

test('a form POST to a /_next URL returns 405', async () => {
  const boundary = 'a-form'
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="$ACTION_ID_00"\r\n\r\n\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const script = /\/_next\/static\/[^"]+\.js/.exec((await request('/')).body)?.[0]
  expect(script).toBeDefined()
  for (const path of ['/_next/image?url=%2Ficon-192.png&w=96&q=75', '/_next/data/none.json', script ?? '']) {
    const { status } = await request(path, headers, 'POST', form)
    expect.soft(status, path).toBe(405)
  }
})
