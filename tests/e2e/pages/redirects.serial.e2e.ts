import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { control } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { measureHeapBytes } from '../../support/heap.ts'
import { publicPages } from '../../support/pages.ts'
import { publish, sendDocumentWebhook } from '../../support/publishing.ts'
import { startSecondSite } from '../../support/secondSite.ts'

const createRule = (from: string, to: string, status: string) => ({
  _key: from.slice(1).replaceAll('/', '-'),
  _type: 'redirect',
  from,
  to,
  status,
  match: 'exact',
})

const setRules = (rules: object[]) => publish([{ patch: { id: 'redirects', set: { rules } } }])

/** Requests a path and returns the status and `Location` header, without following the redirect. */
async function requestRedirect(path: string, method = 'GET') {
  const response = await fetch(new URL(path, test.info().project.use.baseURL), { method, redirect: 'manual' })
  await response.arrayBuffer()
  return [response.status, response.headers.get('location')]
}

test('redirects apply from the first request after they are published until they are removed', {
  tag: '@nightly',
}, async () => {
  expect(await requestRedirect('/old-page')).toEqual([404, null])
  await setRules([createRule('/old-page', '/services#offer', '301')])
  expect(await requestRedirect('/Old-Page/?c=d')).toEqual([308, expect.anything()])
  expect(await requestRedirect('/Old-Page?c=d', 'HEAD')).toEqual([301, '/services?c=d#offer'])
  for (const { path } of publicPages) expect(await requestRedirect(path), path).toEqual([200, null])
  await setRules([createRule('/old-page', '/about', '302')])
  expect(await requestRedirect('/old-page')).toEqual([302, '/about'])
  await publish([{ delete: { id: 'redirects' } }])
  expect(await requestRedirect('/old-page')).toEqual([404, null])
})

const faultsSchema = z.object({ faults: z.array(z.looseObject({ count: z.number() })) })

/**
 * Starts counting requests to the Content Lake by injecting a fault that has no effect. Resolves to a function that
 * reads the count.
 */
async function countContentLakeRequests(): Promise<() => Promise<number>> {
  const initialCount = 1_000_000
  await control('faults', { vendor: 'sanity', delayMs: 0, count: initialCount })
  return async () => {
    const { faults } = faultsSchema.parse(await control('faults'))
    return initialCount - (faults[0]?.count ?? 0)
  }
}

const unknownPathCount = process.env.SOAK ? 10_000 : 2_000

/** The maximum memory growth per path, which is much less than the size of the smallest page. */
const maxGrowthBytesPerPath = 1_500

/** Prefixes of unknown paths, with headers and expected status. The Studio serves all paths below `/studio-admin`. */
const unknownRequests = [
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

test('thousands of unknown paths cause no Content Lake query, no new file and little memory growth', {
  tag: '@nightly',
}, async () => {
  test.setTimeout(600_000)
  const site = await startSecondSite({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
  const concurrentClients = 10
  const requestUnknownPaths = async () => {
    const sendRequests = async () => {
      for (let count = 0; count < unknownPathCount / concurrentClients; count += 1) {
        const { path, headers, status } =
          unknownRequests[count % unknownRequests.length] ?? unknownRequests[0]
        const url = `${site.origin}${path}/${randomBytes(8).toString('hex')}`
        const result = await fetch(url, { headers, redirect: 'manual' })
        await result.arrayBuffer()
        expect(result.status, `${path} ${JSON.stringify(headers)}`).toBe(status)
      }
    }
    await Promise.all(Array.from({ length: concurrentClients }, sendRequests))
  }
  const countFiles = () => readdirSync(site.folder, { recursive: true }).length
  try {
    await sendDocumentWebhook('redirects', site.origin)
    // The first requests load modules, which remain in memory.
    await requestUnknownPaths()
    const readHeapBytes = () => measureHeapBytes(join(site.folder, 'site.log'))
    const fileCountBefore = countFiles()
    const heapBytesBefore = await readHeapBytes()
    const readRequestCount = await countContentLakeRequests()
    await requestUnknownPaths()
    expect(await readRequestCount()).toBe(0)
    expect(countFiles()).toBe(fileCountBefore)
    expect((await readHeapBytes()) - heapBytesBefore).toBeLessThan(unknownPathCount * maxGrowthBytesPerPath)
  } finally {
    await site.stop()
  }
})
