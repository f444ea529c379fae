import { expect, test } from '@playwright/test'
import { control } from '../../support/content.ts'
import { loadPage, publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type Redis, startRedis } from '../../support/redis.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

/** The number of changes that are published during in-flight renders. */
const changeCount = process.env.SOAK ? 200 : 4

const tag = '@nightly'
const paths = ['/about', '/']

let snapshot: Snapshot
let redis: Redis
const sites: SecondSite[] = []

test.beforeAll(async () => {
  snapshot = await takeSnapshot()
  redis = await startRedis()
})
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop()
})
test.afterAll(async () => {
  await redis?.close()
  await restore(snapshot)
})

/** Starts two instances of the site, and loads each of `paths` once from both. */
async function startInstances(variables: Record<string, string> = {}): Promise<[SecondSite, SecondSite]> {
  const started = [0, 1].map(() => startSecondSite({ REDIS_URL: redis.url, ...variables }))
  const [firstSite, secondSite] = await Promise.all(started)
  if (!firstSite || !secondSite) throw new Error('Expected two instances.')
  sites.push(firstSite, secondSite)
  for (const { origin } of sites) for (const path of paths) await loadPage(path, origin)
  return [firstSite, secondSite]
}

/** Lists the page loads of all instances that do not show a text. */
async function listLoadsWithout(text: string): Promise<string[]> {
  const loads: string[] = []
  for (const { origin } of sites) {
    // Loads each page twice, since an outdated render must be neither shown nor cached.
    for (const load of ['first', 'second']) {
      for (const path of paths) {
        const { html } = await loadPage(path, origin)
        if (!html.includes(text)) loads.push(`${origin}${path}, ${load} load of “${text}”`)
      }
    }
  }
  return loads
}

test('a published change shows on both instances, whichever receives the webhook', { tag }, async () => {
  test.setTimeout(120_000)
  const [firstSite, secondSite] = await startInstances()
  for (const site of [firstSite, secondSite, firstSite, secondSite])
    expect(await listLoadsWithout(await publishTo(site.origin))).toEqual([])
})

test('a published change shows on both instances with the first load, despite in-flight renders', {
  tag,
}, async () => {
  test.setTimeout(changeCount * 20_000)
  // Pages are revalidated after a second, so that one is being rendered nearly all the time.
  const instances = await startInstances({ CONTENT_REVALIDATE_SECONDS: '1' })
  let isVisiting = true
  const visit = async (path: string, origin: string) => {
    while (isVisiting) await loadPage(path, origin)
  }
  // The local Content Lake runs each query at once and delays the response, so a result can be older than the last change.
  await control('faults', { vendor: 'sanity', delayAnswerMs: 700 })
  const visits = instances.flatMap(({ origin }) => paths.map((path) => visit(path, origin)))
  const outdatedLoads: string[] = []
  try {
    for (let round = 0; round < changeCount; round += 1) {
      outdatedLoads.push(
        ...(await listLoadsWithout(await publishTo((instances[round % 2] ?? instances[0]).origin))),
      )
    }
  } finally {
    isVisiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(outdatedLoads).toEqual([])
})

test('a restarted instance shows a change that was published during its downtime', { tag }, async () => {
  test.setTimeout(120_000)
  const [firstSite, secondSite] = await startInstances()
  await secondSite.kill()
  const text = await publishTo(firstSite.origin)
  await secondSite.restart()
  expect(await listLoadsWithout(text)).toEqual([])
})

test('both instances serve pages during an outage of Redis, and show the same text afterwards', {
  tag,
}, async () => {
  test.setTimeout(120_000)
  const [firstSite, secondSite] = await startInstances()
  await redis.kill()
  const text = await publishTo(firstSite.origin)
  expect((await loadPage('/', firstSite.origin)).html).toContain(text)
  expect((await loadPage('/', secondSite.origin)).status).toBe(200)
  await redis.restart()
  await expect.poll(() => listLoadsWithout(text), { timeout: 20_000 }).toEqual([])
})
