import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { migrateDatabase } from '../../../scripts/lib/migrateDatabase.ts'
import { ensurePostgres } from '../../../scripts/lib/postgres.ts'
import { type RealServer, startRealServer } from '../../servers/postgres.ts'
import { createVersionFolder, type SiteProxy, startProxy } from '../../support/proxy.ts'
import { loadPage, publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type Redis, startRedis } from '../../support/redis.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const tag = '@all'
const paths = ['/', '/about', '/services']

/** A machine with nginx in front of an instance of the site. */
type Machine = { site: SecondSite; proxy: SiteProxy; folder: string }

let before: Snapshot
let redis: Redis
let database: RealServer
const machines: Machine[] = []

async function startMachine(): Promise<Machine> {
  const folder = createVersionFolder()
  const site = await startSecondSite({
    REDIS_URL: redis.url,
    PROXY_CACHE_VERSION_FOLDER: folder,
    DATABASE_URL: database.getConnectionString('owner', database.ownerPassword),
    DATABASE_CA: database.ca,
  })
  return { site, folder, proxy: await startProxy(new URL(site.origin).host, folder) }
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  before = await takeSnapshot()
  await ensurePostgres(() => {})
  redis = await startRedis()
  database = await startRealServer()
  await migrateDatabase(database.getConnectionString('owner', database.ownerPassword), { ca: database.ca })
  machines.push(...(await Promise.all([startMachine(), startMachine()])))
})
test.afterAll(async () => {
  for (const { proxy, site, folder } of machines) {
    await proxy.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await database?.close()
  await redis?.close()
  await restore(before)
})

/** Lists the pages of machines that do not show a text. */
async function without(text: string, of: readonly Machine[] = machines): Promise<string[]> {
  const pages = of.flatMap(({ proxy }) => paths.map((path) => ({ path, origin: proxy.origin })))
  const loaded = await Promise.all(
    pages.map(async ({ path, origin }) => ({ path, origin, ...(await loadPage(path, origin)) })),
  )
  return loaded.filter(({ html }) => !html.includes(text)).map(({ origin, path }) => origin + path)
}

/** The error of a route that queries the database for purchases. */
async function requestCheckout({ proxy }: Machine): Promise<number> {
  const response = await fetch(`${proxy.origin}/api/checkout-status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: 'cs_test_of_nobody' }),
  })
  await response.text()
  return response.status
}

test('any killed part leaves visitors of the rest unaffected, and recovers', {
  tag,
}, async () => {
  test.setTimeout(300_000)
  const [one, two] = machines
  if (!one || !two) throw new Error('There are two.')
  const missed: string[] = []
  let visiting = true
  /** No visitor reaches a machine without its nginx. */
  let unreachable: Machine | undefined
  const visit = async (machine: Machine, path: string) => {
    while (visiting) {
      const status = await loadPage(path, machine.proxy.origin).then(
        (page) => page.status,
        () => 0,
      )
      if (status !== 200 && unreachable !== machine) missed.push(`${path} → ${status}`)
    }
  }
  const parts: { name: string; part: { kill(): Promise<void>; restart(): Promise<void> }; of?: Machine }[] = [
    { name: 'Redis', part: redis },
    { name: 'the database', part: database },
    { name: 'a site', part: one.site },
    { name: 'nginx', part: two.proxy, of: two },
  ]
  expect(await without(await publishTo(one.site.origin))).toEqual([])
  const visits = machines.flatMap((machine) => paths.map((path) => visit(machine, path)))
  try {
    for (const { name, part, of } of parts) {
      unreachable = of
      await part.kill()
      if (part === database) expect(await requestCheckout(one)).toBe(500)
      const teller = part === one.site ? two : one
      const text = await publishTo(teller.site.origin)
      expect(await without(text, [teller]), name).toEqual([])
      await part.restart()
      unreachable = undefined
      await expect.poll(() => without(text), { message: name, timeout: 30_000 }).toEqual([])
      const next = await publishTo(two.site.origin)
      expect(await without(next), `${name} is back`).toEqual([])
      for (const machine of machines) expect(await requestCheckout(machine), name).toBe(404)
    }
  } finally {
    visiting = false
    await Promise.all(visits)
  }
  expect(missed).toEqual([])
})
