import type { SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { lakeClient } from 'local-cloud/testing/lakeClient'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { processNow } from '@/lib/processClock'
import { readCloudEnvironment, siteVariables } from '../../scripts/lib/environment.ts'
import { loadSeed } from '../../scripts/lib/seed.ts'
import { sampleSections } from '../support/contentVariants/samples.ts'
import { randomOf } from '../support/random.ts'
import { wrongIn } from '../support/randomEditor/wrongIn.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 3_600_000 })

const { questions } = await vi.hoisted(async () => {
  const { Questions } = await import('../support/randomEditor/questions.ts')
  return { questions: new Questions() }
})

vi.mock('next/headers', () => ({ draftMode: async () => ({ isEnabled: false }) }))
vi.mock('next/cache', () => ({ cacheLife: () => {}, cacheTag: () => {}, revalidateTag: () => {} }))
vi.mock('@/lib/content/read', async (importOriginal) => {
  const { readPublished } = await importOriginal<typeof import('@/lib/content/read')>()
  const ask: typeof readPublished = (...question) => questions.ask(readPublished, ...question)
  return { readPublished: ask }
})
// An answer of an earlier time would hide that the lake has none.
vi.mock('@/lib/content/fallbackStore', () => ({
  createFallbackStore: () => ({ read: () => undefined, write() {} }),
}))

const steps = Number(process.env.RANDOM_EDITOR_STEPS || (process.env.SOAK ? 2000 : 60))
const seed = Number(process.env.RANDOM_EDITOR_SEED || 1)

/** Between two steps of an editor: what the Studio remembers for some seconds is asked for again. Milliseconds. */
const pace = 60_000

let cloud: RunningCloud
let client: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  const environment = readCloudEnvironment(cloud.dataDir)
  await loadSeed(environment, { dataDir: cloud.dataDir })
  Object.assign(process.env, siteVariables(environment, { sitePort: 3000, distDir: '.next-test' }))
  client = lakeClient(cloud.lakeOrigin, environment.SANITY_API_WRITE_TOKEN).withConfig({ perspective: 'raw' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T19:00:00Z') })
})
afterAll(async () => {
  vi.useRealTimers()
  globalThis.contentPageCache = undefined
  await cloud.remove()
})

test(`${steps} steps of somebody who types anything leave every page whole`, async () => {
  // The site reads its environment when it is imported.
  const { testWorkspace } = await import('../support/workspace.ts')
  const { openStudio } = await import('../support/randomEditor/editor.ts')
  const { answerOf, openSite } = await import('../support/randomEditor/readSite.tsx')
  const { checkoutVersion } = await import('../support/randomEditor/checkoutVersion.ts')

  const workspace = await testWorkspace({ apiHost: cloud.lakeOrigin, token: client.config().token })
  const random = randomOf(seed)
  const editor = await openStudio({ client, workspace, random, samples: sampleSections })
  const site = openSite(questions)
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})

  // The list of addresses asks this whether something was published since it was read.
  let publishedAt = 0
  globalThis.contentPageCache = { expire: async () => {}, hasExpired: (_, since) => since < publishedAt }

  const read = async (): Promise<string[]> => {
    questions.forget()
    publishedAt = processNow()
    const offer = editor.published.get('offer')
    const facts = { offer, version: await checkoutVersion(), answerOf, lakeOrigin: cloud.lakeOrigin }
    const pages = await site.read(editor.published)
    const wrong = await Promise.all(
      pages.map(async (page) => (await wrongIn(page, facts)).map((problem) => `${page.path} ${problem}`)),
    )
    const said = complaints.mock.calls.map((call) => `console.error: ${call.join(' ').slice(0, 300)}`)
    complaints.mockClear()
    return [...wrong.flat(), ...said]
  }

  expect(await read()).toEqual([])
  const found: string[] = []
  let publishes = 0
  for (let number = 1; number <= steps; number += 1) {
    vi.setSystemTime(Date.now() + pace)
    const { what, transaction } = await editor.step()
    if (process.env.RANDOM_EDITOR_LOG) process.stdout.write(`${number} ${what}\n`)
    if (!transaction) continue
    publishes += 1
    const wrong = await read().catch((error: unknown) => [String(error)])
    if (wrong.length === 0) continue
    found.push(`seed ${seed}, step ${number}: ${what}\n  ${wrong.join('\n  ')}`)
    await editor.takeBack()
    if (found.length === 10) break
  }
  process.stdout.write(`${steps} steps, ${publishes} publishes\n`)
  expect(found).toEqual([])
  expect(publishes).toBeGreaterThan(steps / 4)
})
