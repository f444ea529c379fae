import type { SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getProcessTimeMs } from '@/lib/processClock'
import { getSiteVariables, readCloudEnvironment } from '../../scripts/lib/environment.ts'
import { loadSeed } from '../../scripts/lib/seed.ts'
import { sampleSections } from '../support/contentVariants/samples.ts'
import { createRandom, readCount } from '../support/random.ts'
import { findDefects } from '../support/randomEditor/findDefects.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 3_600_000 })

const { queryCache } = await vi.hoisted(async () => {
  const { QueryCache } = await import('../support/randomEditor/queryCache.ts')
  return { queryCache: new QueryCache() }
})

vi.mock('next/headers', () => ({ draftMode: async () => ({ isEnabled: false }) }))
vi.mock('next/cache', () => ({ cacheLife: () => {}, cacheTag: () => {}, revalidateTag: () => {} }))
vi.mock('@/lib/content/reading/read', async (importOriginal) => {
  const { readPublished } = await importOriginal<typeof import('@/lib/content/reading/read')>()
  const request: typeof readPublished = (...query) => queryCache.query(readPublished, ...query)
  return { readPublished: request }
})
// A stored fallback response would hide a failed query.
vi.mock('@/lib/content/reading/fallbackStore', () => ({
  createFallbackStore: () => ({ read: () => undefined, write() {} }),
}))

const steps = readCount('RANDOM_EDITOR_STEPS', 60, 2000)
const seed = readCount('RANDOM_EDITOR_SEED', 1)

/** The simulated time between two steps. It is longer than schemas/ caches the data with which forms are validated. */
const stepDelayMs = 60_000

let cloud: RunningCloud
let client: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  const environment = readCloudEnvironment(cloud.dataDir)
  await loadSeed(environment, { dataDir: cloud.dataDir })
  Object.assign(process.env, getSiteVariables(environment, { sitePort: 3000, distDir: '.next-test' }))
  client = createContentLakeClient(cloud.contentLakeOrigin, environment.SANITY_API_WRITE_TOKEN).withConfig({
    perspective: 'raw',
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T19:00:00Z') })
})
afterAll(async () => {
  vi.useRealTimers()
  globalThis.contentPageCache = undefined
  await cloud.remove()
})

test(`${steps} steps of a random editor leave every page without defects`, async () => {
  // The site reads its environment when it is imported.
  const { createTestWorkspace } = await import('../support/workspace.ts')
  const { createEditor } = await import('../support/randomEditor/editor.ts')
  const { requestStatus, createSiteReader } = await import('../support/randomEditor/readSite.tsx')
  const { fetchPublishedTermsVersion } = await import('../support/randomEditor/publishedTermsVersion.ts')

  const workspace = await createTestWorkspace({
    apiHost: cloud.contentLakeOrigin,
    token: client.config().token,
  })
  const random = createRandom(seed)
  const editor = await createEditor({ client, workspace, random, samples: sampleSections })
  const site = createSiteReader(queryCache)
  const consoleErrors = vi.spyOn(console, 'error').mockImplementation(() => {})

  // The list of routable paths calls `hasExpired` to decide whether to reload.
  let publishedAt = 0
  globalThis.contentPageCache = { expire: async () => {}, hasExpired: (_, since) => since < publishedAt }

  const listDefects = async (): Promise<string[]> => {
    queryCache.clear()
    publishedAt = getProcessTimeMs()
    const offer = editor.published.get('offer')
    const facts = {
      offer,
      version: await fetchPublishedTermsVersion(),
      requestStatus,
      contentLakeOrigin: cloud.contentLakeOrigin,
    }
    const pages = await site.read(editor.published)
    const defects = await Promise.all(
      pages.map(async (page) => (await findDefects(page, facts)).map((defect) => `${page.path} ${defect}`)),
    )
    const logged = consoleErrors.mock.calls.map((call) => `console.error: ${call.join(' ').slice(0, 300)}`)
    consoleErrors.mockClear()
    return [...defects.flat(), ...logged]
  }

  expect(await listDefects()).toEqual([])
  const reports: string[] = []
  let publishCount = 0
  for (let step = 1; step <= steps; step += 1) {
    vi.setSystemTime(Date.now() + stepDelayMs)
    const { description, transaction } = await editor.takeStep()
    if (process.env.RANDOM_EDITOR_LOG) process.stdout.write(`${step} ${description}\n`)
    if (!transaction) continue
    publishCount += 1
    const defects = await listDefects().catch((error: unknown) => [String(error)])
    if (defects.length === 0) continue
    reports.push(`seed ${seed}, step ${step}: ${description}\n  ${defects.join('\n  ')}`)
    await editor.revert()
    if (reports.length === 10) break
  }
  process.stdout.write(`${steps} steps, ${publishCount} publishes\n`)
  expect(reports).toEqual([])
  expect(publishCount).toBeGreaterThan(steps / 4)
})
