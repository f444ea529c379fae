import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { control } from '../../support/content.ts'
import { createVersionFolder, type SiteProxy, startProxy } from '../../support/proxy.ts'
import { publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { publicRoutes } from '../../support/routes.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

/** The number of consecutive changes. */
const publishes = process.env.SOAK ? 200 : 10

const tag = '@all'
const folder = createVersionFolder()

let before: Snapshot
let site: SecondSite
let proxy: SiteProxy

test.beforeAll(async () => {
  before = await takeSnapshot()
  site = await startSecondSite({ PROXY_CACHE_VERSION_FOLDER: folder })
  proxy = await startProxy(new URL(site.origin).host, folder)
})
test.afterAll(async () => {
  await proxy?.stop()
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
  await restore(before)
})

async function request(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${proxy.origin}${path}`, { headers, redirect: 'manual' })
  return { response, cache: response.headers.get('x-cache'), text: await response.text() }
}

test('every page is cached completely, with its policy', { tag }, async () => {
  for (const { path } of publicRoutes) {
    const first = await request(path)
    const second = await request(path)
    expect(second.cache, path).toBe('HIT')
    expect(second.text, path).toBe(first.text)
    expect(second.response.headers.get('content-security-policy'), path).toContain("'sha256-")
  }
})

test('flight data and pages are distinguished by every header that the site varies by', { tag }, async () => {
  const direct = await fetch(`${site.origin}/about`)
  await direct.text()
  const varied = (direct.headers.get('vary') ?? '').toLowerCase().split(/,\s*/)
  expect(varied).toContain('rsc')
  const configuration = readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8')
  const keyed = varied.filter((name) => name !== 'accept-encoding').map((name) => name.replaceAll('-', '_'))
  for (const name of keyed) expect(configuration).toContain(`$http_${name}`)

  await request('/about')
  for (const time of ['first', 'second']) {
    const { response, text } = await request('/about?_rsc=', { RSC: '1' })
    expect(response.headers.get('content-type') ?? response.headers.get('location'), time).toMatch(
      /^text\/x-component|_rsc=/,
    )
    expect(text, time).not.toContain('<!DOCTYPE html>')
  }
  expect((await request('/about')).text).toContain('<!DOCTYPE html>')
})

test('a publish shows with the first load, despite in-flight renders', { tag }, async () => {
  test.setTimeout(publishes * 20_000)
  let visiting = true
  const visit = async (path: string) => {
    while (visiting) await request(path)
  }
  await control('faults', { vendor: 'sanity', delayAnswerMs: 300 })
  const visits = ['/', '/about', '/services'].map(visit)
  const missed: string[] = []
  try {
    for (let round = 0; round < publishes; round += 1) {
      const text = await publishTo(site.origin)
      for (const path of ['/', '/about', '/services']) {
        for (const time of ['first', 'second']) {
          if (!(await request(path)).text.includes(text)) missed.push(`${path}, ${time} load of “${text}”`)
        }
      }
    }
  } finally {
    visiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(missed).toEqual([])
})

test('cached pages are served during an outage of the site, and no stale ones afterwards', {
  tag,
}, async () => {
  test.setTimeout(120_000)
  const { text } = await request('/terms')
  await site.kill()
  expect((await request('/terms')).text).toBe(text)
  expect((await request('/api/health')).response.status).toBe(502)
  await site.restart()
  expect((await request('/terms')).cache).toBe('MISS')
})
