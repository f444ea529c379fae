import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { control } from '../../support/content.ts'
import { measureHeapBytes } from '../../support/heap.ts'
import {
  publish,
  restore,
  type Snapshot,
  sendDocumentWebhook,
  takeSnapshot,
} from '../../support/publishing.ts'
import { publicRoutes } from '../../support/routes.ts'
import { startSecondSite } from '../../support/secondSite.ts'

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => restore(before))

const rule = (from: string, to: string, status: string, match = 'exact') => ({
  _key: from.slice(1).replaceAll('/', '-'),
  _type: 'redirect',
  from,
  to,
  status,
  match,
})

const setRules = (rules: object[]) => publish([{ patch: { id: 'redirects', set: { rules } } }])

/** Requests a path and returns its status and `Location` header, without following the redirect. */
async function requestStatus(path: string, method = 'GET') {
  const response = await fetch(new URL(path, test.info().project.use.baseURL), { method, redirect: 'manual' })
  await response.arrayBuffer()
  return [response.status, response.headers.get('location')]
}

test('redirects work with the first visit after their publish, and end as fast', {
  tag: '@all',
}, async () => {
  expect(await requestStatus('/old-page')).toEqual([404, null])
  await setRules([
    rule('/old-page', '/services#offer', '301'),
    rule('/campaign', 'https://example.com/spring?a=b', '302'),
    rule('/blog', '/about', '301', 'prefix'),
    rule('/circle', '/circle-too', '301'),
    rule('/circle-too', '/circle', '301'),
    rule('/hostile', 'javascript:alert(1)', '301'),
  ])
  expect(await requestStatus('/old-page')).toEqual([301, '/services#offer'])
  expect(await requestStatus('/Old-Page/?c=d')).toEqual([308, expect.anything()])
  expect(await requestStatus('/Old-Page?c=d', 'HEAD')).toEqual([301, '/services?c=d#offer'])
  expect(await requestStatus('/campaign?c=d')).toEqual([302, 'https://example.com/spring?a=b&c=d'])
  expect(await requestStatus('/blog/2024/a')).toEqual([301, '/about'])
  for (const path of ['/circle', '/circle-too', '/hostile', '/blogs', '/campaign/more']) {
    expect(await requestStatus(path), path).toEqual([404, null])
  }
  for (const { path } of publicRoutes) expect(await requestStatus(path), path).toEqual([200, null])

  await setRules([rule('/old-page', '/about', '302')])
  expect(await requestStatus('/old-page')).toEqual([302, '/about'])
  expect(await requestStatus('/blog/2024/a')).toEqual([404, null])
  // The site survives the deletion of a document that it needs with its last content.
  await publish([{ delete: { id: 'redirects' } }])
  expect(await requestStatus('/old-page')).toEqual([302, '/about'])
  await publish([{ createIfNotExists: { _id: 'redirects', _type: 'redirects', rules: [] } }])
  expect(await requestStatus('/old-page')).toEqual([404, null])
})

test('they stay during an outage of the Content Lake', { tag: '@all' }, async () => {
  await setRules([rule('/old-page', '/about', '301')])
  expect(await requestStatus('/old-page')).toEqual([301, '/about'])
  await control('faults', { vendor: 'sanity', status: 503 })
  expect(await requestStatus('/old-page')).toEqual([301, '/about'])
  expect(await requestStatus('/no-such-page')).toEqual([404, null])
})

const faultsSchema = z.object({ faults: z.array(z.looseObject({ count: z.number() })) })

/** Starts to count requests to the Content Lake, with a fault that has no effect. */
async function countCalls(): Promise<() => Promise<number>> {
  const count = 1_000_000
  await control('faults', { vendor: 'sanity', delayMs: 0, count })
  return async () => {
    const { faults } = faultsSchema.parse(await control('faults'))
    return count - (faults[0]?.count ?? 0)
  }
}

/** The number of requested unknown paths. */
const unknown = process.env.SOAK ? 10_000 : 2_000

/** The allowed memory growth for each path in bytes, much less than the smallest page. */
const mayLeave = 1_500

/** Routes of unknown paths, and headers; below the Studio every path is one of the Studio. */
const unknownKinds = [
  ...['', '/services', '/social', '/social/landing', '/studio', '/blog', '/api', '/_next', '/%61%2e'].map(
    (path) => ({
      path,
      headers: {},
      status: 404,
    }),
  ),
  { path: '/studio-admin', headers: {}, status: 200 },
  { path: '', headers: { cookie: '__prerender_bypass=made-up' }, status: 404 },
  { path: '', headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' }, status: 404 },
] as const

test('thousands of unknown paths cause no query and leave no memory', {
  tag: '@all',
}, async () => {
  test.setTimeout(600_000)
  const site = await startSecondSite({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  const visit = async (urls: number) => {
    const request = async () => {
      for (let count = 0; count < urls / 10; count += 1) {
        const { path, headers, status } = unknownKinds[count % unknownKinds.length] ?? unknownKinds[0]
        const url = `${site.origin}${path}/${randomBytes(8).toString('hex')}`
        const result = await fetch(url, { headers, redirect: 'manual' })
        await result.arrayBuffer()
        expect(result.status, `${path} ${JSON.stringify(headers)}`).toBe(status)
      }
    }
    await Promise.all(Array.from({ length: 10 }, request))
  }
  const files = () => readdirSync(site.folder, { recursive: true }).length
  try {
    await sendDocumentWebhook('redirects', site.origin)
    // Memory of modules that load and compile with the first requests stays.
    await visit(unknown)
    const heap = () => measureHeapBytes(join(site.folder, 'site.log'))
    const [filesBefore, heapBefore, calls] = [files(), await heap(), await countCalls()]
    await visit(unknown)
    expect(await calls()).toBe(0)
    expect(files()).toBe(filesBefore)
    expect((await heap()) - heapBefore).toBeLessThan(unknown * mayLeave)
  } finally {
    await site.stop()
  }
})
