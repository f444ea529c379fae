import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { migrateDatabase } from '../../../scripts/lib/migrateDatabase.ts'
import { ensurePostgres } from '../../../scripts/lib/postgres.ts'
import { type RealServer, startRealServer } from '../../servers/postgres.ts'
import { createVersionFolder, type SiteProxy, startProxy } from '../../support/proxy.ts'
import { loadPage, publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type Redis, startRedis } from '../../support/redis.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const tag = '@nightly'
const paths = ['/', '/about', '/services']

/** A machine with nginx in front of an instance of the site. */
type Machine = { site: SecondSite; proxy: SiteProxy; versionFolder: string }

let snapshot: Snapshot
let redis: Redis
let database: RealServer
const machines: Machine[] = []

async function startMachine(): Promise<Machine> {
  const versionFolder = createVersionFolder()
  const site = await startSecondSite({
    REDIS_URL: redis.url,
    PROXY_CACHE_VERSION_FOLDER: versionFolder,
    DATABASE_URL: database.getConnectionString('owner', database.ownerPassword),
    DATABASE_CA: database.ca,
  })
  return { site, versionFolder, proxy: await startProxy(new URL(site.origin).host, versionFolder) }
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  snapshot = await takeSnapshot()
  await ensurePostgres(() => {})
  redis = await startRedis()
  database = await startRealServer()
  await migrateDatabase(database.getConnectionString('owner', database.ownerPassword), { ca: database.ca })
  machines.push(...(await Promise.all([startMachine(), startMachine()])))
})
test.afterAll(async () => {
  for (const { proxy, site, versionFolder } of machines) {
    await proxy.stop()
    await site.stop()
    rmSync(versionFolder, { recursive: true, force: true })
  }
  await database?.close()
  await redis?.close()
  await restore(snapshot)
})

/** Lists the URLs of the pages that do not show a text, on all machines or some. */
async function listPagesWithout(
  text: string,
  checkedMachines: readonly Machine[] = machines,
): Promise<string[]> {
  const pages = checkedMachines.flatMap(({ proxy }) => paths.map((path) => ({ path, origin: proxy.origin })))
  const loaded = await Promise.all(
    pages.map(async ({ path, origin }) => ({ path, origin, ...(await loadPage(path, origin)) })),
  )
  return loaded.filter(({ html }) => !html.includes(text)).map(({ origin, path }) => origin + path)
}

/** Returns the status of a route that queries the database. */
async function requestCheckoutStatus({ proxy }: Machine): Promise<number> {
  const response = await fetch(`${proxy.origin}/api/checkout-status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: 'cs_test_unknown' }),
  })
  await response.text()
  return response.status
}

test('a killed component fails no page load of the running machines, and recovers', {
  tag,
}, async () => {
  test.setTimeout(300_000)
  const [firstMachine, secondMachine] = machines
  if (!firstMachine || !secondMachine) throw new Error('Expected two machines.')
  const failedLoads: string[] = []
  let isVisiting = true
  /** The machine whose nginx is killed. Visitors cannot reach it. */
  let unreachableMachine: Machine | undefined
  const visit = async (machine: Machine, path: string) => {
    while (isVisiting) {
      const status = await loadPage(path, machine.proxy.origin).then(
        (page) => page.status,
        () => 0,
      )
      if (status !== 200 && unreachableMachine !== machine) failedLoads.push(`${path} → ${status}`)
    }
  }
  type Component = { kill(): Promise<void>; restart(): Promise<void> }
  const components: { name: string; component: Component; stopsMachine?: Machine }[] = [
    { name: 'Redis', component: redis },
    { name: 'the database', component: database },
    { name: 'a site', component: firstMachine.site },
    { name: 'nginx', component: secondMachine.proxy, stopsMachine: secondMachine },
  ]
  expect(await listPagesWithout(await publishTo(firstMachine.site.origin))).toEqual([])
  const visits = machines.flatMap((machine) => paths.map((path) => visit(machine, path)))
  try {
    for (const { name, component, stopsMachine } of components) {
      unreachableMachine = stopsMachine
      await component.kill()
      if (component === database) expect(await requestCheckoutStatus(firstMachine)).toBe(503)
      const publishingMachine = component === firstMachine.site ? secondMachine : firstMachine
      const text = await publishTo(publishingMachine.site.origin)
      expect(await listPagesWithout(text, [publishingMachine]), name).toEqual([])
      await component.restart()
      unreachableMachine = undefined
      await expect.poll(() => listPagesWithout(text), { message: name, timeout: 30_000 }).toEqual([])
      const nextText = await publishTo(secondMachine.site.origin)
      expect(await listPagesWithout(nextText), `${name} is back`).toEqual([])
      for (const machine of machines) expect(await requestCheckoutStatus(machine), name).toBe(404)
    }
  } finally {
    isVisiting = false
    await Promise.all(visits)
  }
  expect(failedLoads).toEqual([])
})
