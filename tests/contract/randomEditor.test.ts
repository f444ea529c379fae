import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { createContentLakeClient } from 'local-cloud/testing/contentLakeClient'
import { afterAll, expect, test, vi } from 'vitest'
import type { ReadResult } from '@/lib/content/reading/read'
import { getProcessTimeMs } from '@/lib/processClock'
import { getSiteVariables, readCloudEnvironment } from '../../scripts/stack/environment.ts'
import { loadSeed } from '../../scripts/stack/seed.ts'
import { createRandom, readCount } from '../support/random.ts'
import { findDefects } from '../support/randomEditor/findDefects.ts'

vi.setConfig({ testTimeout: 3_600_000 })

/** The results of the pages' queries in the current check. */
const results = new Map<string, Promise<ReadResult>>()

vi.mock('next/headers', () => ({ draftMode: async () => ({ isEnabled: false }) }))
vi.mock('next/cache', () => ({ cacheLife: () => {}, cacheTag: () => {}, revalidateTag: () => {} }))
vi.mock('@/lib/content/reading/read', async (importOriginal) => {
  const { readPublished } = await importOriginal<typeof import('@/lib/content/reading/read')>()
  const request: typeof readPublished = async (...query) => {
    const key = JSON.stringify(query)
    const result = results.get(key) ?? readPublished(...query)
    results.set(key, result)
    return result
  }
  return { readPublished: request }
})
// A stored fallback response would hide a failed query.
vi.mock('@/lib/content/reading/fallbackStore', () => ({
  createFallbackStore: () => ({ read: () => undefined, write() {} }),
}))

const steps = readCount('RANDOM_EDITOR_STEPS', 15, 2000)
const seed = readCount('RANDOM_EDITOR_SEED', 1)
/** The number of publishes after which all pages are rendered and checked. */
const publishesPerCheck = 5

/** The simulated time between steps. schemas/ caches data for a shorter time, so each step validates fresh data. */
const stepDelayMs = 60_000

const cloud = await startLocalCloud()
const environment = readCloudEnvironment(cloud.dataDir)
await loadSeed(environment, cloud.dataDir)
Object.assign(process.env, getSiteVariables(environment, { sitePort: 3000, distDir: '.next-test' }))
const { contentLakeOrigin } = cloud
const token = environment.SANITY_API_WRITE_TOKEN
const client = createContentLakeClient(contentLakeOrigin, token).withConfig({ perspective: 'raw' })
afterAll(async () => {
  globalThis.contentPageCache = undefined
  await cloud.remove()
})

test(`${steps} steps of a random editor leave every page without defects`, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T19:00:00Z') })
  // The site reads its environment when it is imported.
  const { createTestWorkspace } = await import('../support/workspace.ts')
  const { createEditor } = await import('../support/randomEditor/editor.ts')
  const { requestStatus, readPages } = await import('../support/randomEditor/readSite.tsx')
  const { readPublishedOffer } = await import('@/lib/membership/offer/publishedOffer')

  const workspace = await createTestWorkspace({ apiHost: contentLakeOrigin, token })
  const editor = await createEditor({ client, workspace, random: createRandom(seed) })
  const consoleErrors = vi.spyOn(console, 'error').mockImplementation(() => {})

  // The list of routable paths calls `hasExpired` to decide whether to reload.
  let publishedAt = 0
  globalThis.contentPageCache = { expire: async () => {}, hasExpired: (_, since) => since < publishedAt }

  const listDefects = async (): Promise<string[]> => {
    results.clear()
    publishedAt = getProcessTimeMs()
    const { version } = await readPublishedOffer()
    const facts = { offer: editor.published.get('offer'), version, requestStatus, contentLakeOrigin }
    const pages = await readPages(editor.published)
    const defects = await Promise.all(
      pages.map(async (page) => (await findDefects(page, facts)).map((defect) => `${page.path} ${defect}`)),
    )
    const logged = consoleErrors.mock.calls.map((call) => `console.error: ${call.join(' ').slice(0, 300)}`)
    return [...defects.flat(), ...logged]
  }

  let publishCount = 0
  let changes: string[] = []
  for (let step = 1; step <= steps; step += 1) {
    vi.setSystemTime(Date.now() + stepDelayMs)
    const change = await editor.takeStep()
    if (process.env.RANDOM_EDITOR_LOG) process.stdout.write(`${step} ${change}\n`)
    if (change) {
      changes.push(change)
      publishCount += 1
    }
    if (changes.length < publishesPerCheck && step < steps) continue
    const defects = await listDefects()
    expect(defects, `seed ${seed}, step ${step}:\n${changes.join('\n')}`).toEqual([])
    changes = []
  }
  expect(publishCount).toBeGreaterThan(steps / 2)
})
