import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { control } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { publicPages } from '../../support/pages.ts'
import { type SiteProxy, startProxy } from '../../support/proxy.ts'
import { publishTo } from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const changeCount = process.env.SOAK ? 200 : 10

const tag = '@nightly'

let site: SecondSite
let proxy: SiteProxy

test.beforeAll(async () => {
  site = await startSecondSite({})
  proxy = await startProxy(new URL(site.origin).host)
})
test.afterAll(async () => {
  await proxy?.stop()
  await site?.stop()
})

async function request(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${proxy.origin}${path}`, { headers, redirect: 'manual' })
  return { response, cache: response.headers.get('x-cache'), text: await response.text() }
}

test('every page is cached completely, with its CSP', { tag }, async () => {
  for (const { path } of publicPages) {
    const first = await request(path)
    let second = first
    await expect
      .poll(async () => {
        second = await request(path)
        return second.cache
      })
      .toBe('HIT')
    expect(second.text, path).toBe(first.text)
    expect(second.response.headers.get('content-security-policy'), path).toContain("'sha256-")
  }
})

test('flight data and pages are cached by every header in `Vary` except Accept-Encoding', {
  tag,
}, async () => {
  const directResponse = await fetch(`${site.origin}/about`)
  await directResponse.text()
  const varyHeaders = (directResponse.headers.get('vary') ?? '').toLowerCase().split(/,\s*/)
  expect(varyHeaders).toContain('rsc')
  const configuration = readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8')
  const cacheKeyHeaders = varyHeaders
    .filter((name) => name !== 'accept-encoding')
    .map((name) => name.replaceAll('-', '_'))
  for (const name of cacheKeyHeaders) expect(configuration).toContain(`$http_${name}`)

  await request('/about')
  for (const load of ['first', 'second']) {
    const { response, text } = await request('/about?_rsc=', { RSC: '1' })
    expect(response.headers.get('content-type') ?? response.headers.get('location'), load).toMatch(
      /^text\/x-component|_rsc=/,
    )
    expect(text, load).not.toContain('<!DOCTYPE html>')
  }
  expect((await request('/about')).text).toContain('<!DOCTYPE html>')
})

test('a published change appears in cached pages, and in-flight renders don’t undo it', { tag }, async () => {
  test.setTimeout(changeCount * 20_000)
  let isVisiting = true
  const visit = async (path: string) => {
    while (isVisiting) await request(path)
  }
  await control('faults', { vendor: 'sanity', delayResponseMs: 300 })
  const visits = ['/', '/about', '/services'].map(visit)
  const outdatedLoads: string[] = []
  try {
    for (let round = 0; round < changeCount; round += 1) {
      const text = await publishTo(site.origin)
      for (const path of ['/', '/about', '/services']) {
        await expect.poll(async () => (await request(path)).text, { message: path }).toContain(text)
        if (!(await request(path)).text.includes(text)) outdatedLoads.push(`${path}, later load of “${text}”`)
      }
    }
  } finally {
    isVisiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(outdatedLoads).toEqual([])
})
