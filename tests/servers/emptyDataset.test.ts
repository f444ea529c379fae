import { rmSync } from 'node:fs'
import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { findFreePortBase } from 'local-cloud/testing/ports'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { buildSite } from '../../scripts/stack/build.ts'
import {
  getNeutralEnvironment,
  getSiteVariables,
  readCloudEnvironment,
} from '../../scripts/stack/environment.ts'
import { publicPages } from '../support/pages.ts'
import { serveBuild } from '../support/secondSite.ts'

vi.setConfig({ testTimeout: 600_000 })

test('a site with an empty dataset can be built, and its public pages respond 404', async () => {
  const cloud = await startLocalCloud()
  onTestFinished(() => cloud.remove())
  const distDir = `.next-empty-${process.pid}`
  const logFile = inRoot('.test', `${distDir}.log`)
  onTestFinished(() => rmSync(inRoot(distDir), { recursive: true, force: true }))
  const environment = readCloudEnvironment(cloud.dataDir)
  const sitePort = await findFreePortBase()
  const variables = getSiteVariables(environment, { sitePort, distDir })
  await buildSite(environment, { distDir, variables, logFile })

  const env = { ...getNeutralEnvironment(), ...variables }
  const site = await serveBuild({ sitePort, env, logFile })
  onTestFinished(() => site.stop())
  const getStatus = async (path: string) => (await fetch(`http://localhost:${sitePort}${path}`)).status
  for (const { path } of publicPages) expect(await getStatus(path), path).toBe(404)
  for (const path of ['/sitemap.xml', '/studio-admin']) expect(await getStatus(path), path).toBe(200)
  expect(await getStatus('/nowhere')).toBe(404)
})
