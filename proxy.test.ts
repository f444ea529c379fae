import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { allPages } from '@/lib/pages'

const rules = vi.hoisted(() => ({ current: [{}] }))
vi.mock('@/lib/content/redirectList', () => ({ currentRedirects: async () => rules.current }))

const { config, proxy } = await import('./proxy')
const { NextRequest } = await import('next/server')

/** Next matches from the beginning of a path to its end. */
const asked = (path: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path))
const ask = (path: string, init?: { method: string }) =>
  proxy(new NextRequest(new URL(path, 'https://example.com'), init))

describe('the proxy', () => {
  it('is not asked for pages, routes and files of the site', () => {
    const files = readdirSync(join(import.meta.dirname, 'public')).map((name) => `/${name}`)
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
    expect(paths.filter(asked)).toEqual([])
  })

  it('is asked for everything else', () => {
    const paths = ['/old', '/services/old', '/index.html', '/about.php', '/apis', '/studio-administration']
    expect(paths.filter((path) => !asked(path))).toEqual([])
  })

  it.each([
    ['301', 301],
    ['302', 302],
  ])('answers %s, and takes the query along', async (status, answered) => {
    rules.current = [{ from: '/old', to: '/services#offer', match: 'exact', status }]
    const response = await ask('/old?utm_source=letter')
    expect(response.status).toBe(answered)
    expect(response.headers.get('location')).toBe('https://example.com/services?utm_source=letter#offer')
    expect(response.headers.get('cache-control')).toContain('max-age=0')
  })

  it('knows the pictures of shared links', async () => {
    expect((await ask('/social/home')).headers.get('x-middleware-next')).toBe('1')
    for (const path of ['/social', '/social/', '/social/unknown']) {
      expect((await ask(path)).status, path).toBe(404)
    }
  })

  it('lets go on what is not redirected, and whatever sends something', async () => {
    rules.current = [{ from: '/old', to: '/services', match: 'exact', status: '301' }]
    for (const response of [await ask('/other'), await ask('/old', { method: 'POST' })]) {
      expect(response.headers.get('x-middleware-next')).toBe('1')
    }
  })
})
