import { expect, test } from '@playwright/test'
import { control } from '../../support/content.ts'
import { loadPage, publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type Redis, startRedis } from '../../support/redis.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

/** The number of consecutive changes. */
const publishes = process.env.SOAK ? 200 : 10

const tag = '@all'
const paths = ['/about', '/']

let before: Snapshot
let redis: Redis
const sites: SecondSite[] = []

test.beforeAll(async () => {
  before = await takeSnapshot()
  redis = await startRedis()
})
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop()
})
test.afterAll(async () => {
  await redis?.close()
  await restore(before)
})

/** Two instances of the site, which have shown their pages once. */
async function startInstances(variables: Record<string, string> = {}): Promise<[SecondSite, SecondSite]> {
  const started = [0, 1].map(() => startSecondSite({ REDIS_URL: redis.url, ...variables }))
  const [one, two] = await Promise.all(started)
  if (!one || !two) throw new Error('There are two.')
  sites.push(one, two)
  for (const { origin } of sites) for (const path of paths) await loadPage(path, origin)
  return [one, two]
}

/** Lists the pages of instances that do not show a text. */
async function without(text: string): Promise<string[]> {
  const missed: string[] = []
  for (const { origin } of sites) {
    // Loads each page twice, since an outdated render must be neither shown nor cached.
    for (const time of ['first', 'second']) {
      for (const path of paths) {
        const { html } = await loadPage(path, origin)
        if (!html.includes(text)) missed.push(`${origin}${path}, ${time} load of “${text}”`)
      }
    }
  }
  return missed
}

test('a publish shows at both instances, whichever receives the webhook', { tag }, async () => {
  test.setTimeout(120_000)
  const [one, two] = await startInstances()
  for (const site of [one, two, one, two]) expect(await without(await publishTo(site.origin))).toEqual([])
})

test('a publish shows at both instances with the first load, despite in-flight renders', {
  tag,
}, async () => {
  test.setTimeout(publishes * 20_000)
  // Pages are due after a second, so that one is rendering at nearly every moment.
  const instances = await startInstances({ CONTENT_REVALIDATE_SECONDS: '1' })
  let visiting = true
  const visit = async (path: string, origin: string) => {
    while (visiting) await loadPage(path, origin)
  }
  // The Content Lake reads at once and responds late: a result may be older than the last change.
  await control('faults', { vendor: 'sanity', delayAnswerMs: 700 })
  const visits = instances.flatMap(({ origin }) => paths.map((path) => visit(path, origin)))
  const missed: string[] = []
  try {
    for (let round = 0; round < publishes; round += 1) {
      missed.push(...(await without(await publishTo((instances[round % 2] ?? instances[0]).origin))))
    }
  } finally {
    visiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(missed).toEqual([])
})

test('a restarted instance shows publishes from its downtime', { tag }, async () => {
  test.setTimeout(120_000)
  const [one, two] = await startInstances()
  await two.kill()
  const text = await publishTo(one.origin)
  await two.restart()
  expect(await without(text)).toEqual([])
})

test('both instances continue during an outage of Redis, and agree afterwards', { tag }, async () => {
  test.setTimeout(120_000)
  const [one, two] = await startInstances()
  await redis.kill()
  const text = await publishTo(one.origin)
  expect((await loadPage('/', one.origin)).html).toContain(text)
  expect((await loadPage('/', two.origin)).status).toBe(200)
  await redis.restart()
  await expect.poll(() => without(text), { timeout: 20_000 }).toEqual([])
})
