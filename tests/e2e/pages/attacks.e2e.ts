import { request as send } from 'node:http'
import { expect, test } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'
import { readSiteLog } from '../../support/preview.ts'
import { allRoutes } from '../../support/routes.ts'

const { siteOrigin } = testEnvironment()
const evil = 'evil.example'

/** Sends requests without a browser, so that the URL and the headers arrive unchanged. */
function request(path: string, headers: Record<string, string> = {}, method = 'GET', sent = '') {
  const { port } = new URL(siteOrigin)
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const call = send({ host: 'localhost', port, path, method, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          body += text
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      })
      call.on('error', reject)
      call.end(sent)
    },
  )
}

/** Resolves the `Location` of a response like a browser. */
const redirectsTo = (location: unknown) =>
  typeof location === 'string' ? new URL(location, siteOrigin).origin : siteOrigin

/** Returns the method with which a browser follows a path's redirect. */
const getMethod = (path: string) => (path.startsWith('/api/draft-mode/disable') ? 'POST' : 'GET')

test('no other site can put a page into a frame', async () => {
  for (const { path } of [...allRoutes, { path: '/studio-admin-other' }]) {
    const { headers } = await request(path)
    expect.soft(headers['x-frame-options'], path).toBe('SAMEORIGIN')
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'self'")
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('every response has one policy at most, since a browser enforces all of them', async () => {
  for (const path of [
    ...allRoutes.map(({ path }) => path),
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

test('no URL of the site redirects elsewhere', async () => {
  const paths = [
    `//${evil}`,
    `//${evil}/sign-in/`,
    `/\\${evil}`,
    `/%5C${evil}`,
    `/%2F${evil}/`,
    `/%2F%2F${evil}`,
    `/.//${evil}`,
    `/..//${evil}/`,
    `/sign-in/..//${evil}/`,
    `/%09/${evil}`,
    `/https:${evil}/`,
    `/sign-in/?next=//${evil}`,
    `/auth/confirm/?next=https://${evil}`,
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
    ].map((start) => `/api/draft-mode/disable?redirectTo=${start}${evil}`),
  ]
  for (const path of paths) {
    const { headers, status } = await request(path, {}, getMethod(path))
    expect.soft(redirectsTo(headers.location), path).toBe(siteOrigin)
    expect.soft(status, path).toBeLessThan(500)
  }
})

test('a false host name changes no page and no redirect', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/sign-in/',
    '/api/health',
    '/api/draft-mode/disable?redirectTo=/about',
  ]) {
    const tricks: Record<string, string>[] = [
      { host: evil },
      { host: new URL(siteOrigin).host, 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
      { host: new URL(siteOrigin).host, forwarded: `host=${evil}` },
    ]
    for (const headers of tricks) {
      const result = await request(path, headers, getMethod(path))
      expect.soft(result.body, path).not.toContain(evil)
      expect.soft(String(result.headers.location ?? ''), path).not.toContain(`//${evil}`)
    }
  }
})

test('no request can cause image processing on the site', async () => {
  for (const method of ['GET', 'PUT']) {
    const { status } = await request('/_next/image?url=%2Ficon-192.png&w=96&q=75', {}, method)
    expect.soft(status, method).toBe(404)
  }
})

test('a page has no second URL with a suffix of the framework, however often it is requested', async () => {
  for (const path of ['/services', '/', '/index', '/podcast', '/studio-admin', '/robots.txt']) {
    for (const suffix of ['.rsc', '.rsc?a=b', '.RSC', '.rsc.rsc']) {
      for (const time of ['first', 'second']) {
        const { status, body } = await request(`${path}${suffix}`)
        expect
          .soft([status, body.includes('Page not found')], `${path}${suffix}, ${time}`)
          .toEqual([404, true])
      }
    }
  }
})

test('a request for an action without a name is refused, and logs nothing', async () => {
  for (const path of ['/about', '/studio-admin', '/no-such-page']) {
    const { status } = await request(path, { 'next-action': '' }, 'POST')
    expect.soft(status, path).toBe(405)
  }
  expect(readSiteLog()).not.toContain('next-action')
})

test('a form that is sent to a URL of the framework is refused', async () => {
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
