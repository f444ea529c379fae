import { expect, test } from '@playwright/test'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'
import { ensurePostgres } from '../../../scripts/test/programs.ts'
import { type RealServer, startRealServer } from '../../servers/postgres.ts'
import { type SiteProxy, startProxy } from '../../support/proxy.ts'
import { loadPage, publishTo, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const tag = '@nightly'
const paths = ['/', '/about', '/services']

let snapshot: Snapshot
let database: RealServer
let site: SecondSite
let proxy: SiteProxy

test.beforeAll(async () => {
  test.setTimeout(180_000)
  snapshot = await takeSnapshot()
  await ensurePostgres()
  database = await startRealServer()
  await migrateDatabase(database.getConnectionString('owner', database.ownerPassword), { ca: database.ca })
  site = await startSecondSite({
    DATABASE_URL: database.getConnectionString('owner', database.ownerPassword),
    DATABASE_CA: database.ca,
  })
  proxy = await startProxy(new URL(site.origin).host)
})
test.afterAll(async () => {
  await proxy?.stop()
  await site?.stop()
  await database?.close()
  await restore(snapshot)
})

/** Lists the pages that do not show a text. */
async function listPagesWithout(text: string): Promise<string[]> {
  const loaded = await Promise.all(
    paths.map(async (path) => ({ path, ...(await loadPage(path, proxy.origin)) })),
  )
  return loaded.filter(({ html }) => !html.includes(text)).map(({ path }) => path)
}

/** Returns the status of a route that queries the database. */
async function requestCheckoutStatus(): Promise<number> {
  const response = await fetch(`${proxy.origin}/api/checkout-status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: 'cs_test_unknown' }),
  })
  await response.text()
  return response.status
}

test('a killed database, site or nginx fails no other page load, and recovers', { tag }, async () => {
  test.setTimeout(300_000)
  const failedLoads: string[] = []
  let isVisiting = true
  let isProxyDown = false
  const visit = async (path: string) => {
    while (isVisiting) {
      const status = await loadPage(path, proxy.origin).then(
        (page) => page.status,
        () => 0,
      )
      if (status !== 200 && !isProxyDown) failedLoads.push(`${path} → ${status}`)
    }
  }
  type Component = { kill(): Promise<void>; restart(): Promise<void> }
  const components: { name: string; component: Component }[] = [
    { name: 'the database', component: database },
    { name: 'the site', component: site },
    { name: 'nginx', component: proxy },
  ]
  const visits = paths.map(visit)
  try {
    for (const { name, component } of components) {
      isProxyDown = component === proxy
      await component.kill()
      if (component === database) expect(await requestCheckoutStatus()).toBe(503)
      await component.restart()
      isProxyDown = false
      const text = await publishTo(site.origin)
      await expect.poll(() => listPagesWithout(text), { message: name, timeout: 30_000 }).toEqual([])
      expect(await requestCheckoutStatus(), name).toBe(404)
    }
  } finally {
    isVisiting = false
    await Promise.all(visits)
  }
  expect(failedLoads).toEqual([])
})
