import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePortBase } from 'local-cloud/testing/ports'
import { buildSite } from '../../scripts/lib/build.ts'
import { start } from '../../scripts/lib/children.ts'
import { getNeutralEnvironment, getSiteVariables } from '../../scripts/lib/environment.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import { waitUntilReady } from '../../scripts/lib/waitUntilReady.ts'
import { testCloud } from './environment.ts'

/** Another server of the tested build and content, without a registered webhook. */
export type SecondSite = {
  origin: string
  pid: number
  /** Absolute path of its build, into which it writes rendered pages. */
  folder: string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on the same port, with the pages of the build. */
  restart(): Promise<void>
  stop(): Promise<void>
}

let count = 0

/**
 * Starts another server of the site on a free port.
 *
 * @param variables - differences in its environment
 * @param build - a copy of the build under test, or a new one with the variables, which `NEXT_PUBLIC_…` require
 * @throws when it cannot be built or does not start
 */
export async function startSecondSite(
  variables: Record<string, string>,
  build: 'copy' | 'own' = 'copy',
): Promise<SecondSite> {
  const built = resolve(process.env.TEST_DIST_DIR ?? '.next-test')
  count += 1
  const distDir = `.next-second-${process.pid}-${count}`
  const sitePort = await freePortBase()
  const origin = `http://localhost:${sitePort}`
  const logFile = inRoot(distDir, 'site.log')
  const cloud = testCloud()
  const site = getSiteVariables(cloud, { sitePort, distDir, extra: variables })
  const remove = () => rmSync(inRoot(distDir), { recursive: true, force: true })
  if (build === 'own') {
    const logFile = inRoot('.test', `${distDir}.log`)
    await buildSite(cloud, { distDir, variables: site, logFile }).catch((error: unknown) => {
      remove()
      throw error
    })
  } else {
    // Pages that are rendered again are written into the build, so it has to be a copy, with the pages of the build only.
    const left = ['cache', 'build', 'turbopack', join('server', 'route-cache')].map((name) =>
      join(built, name),
    )
    cpSync(built, inRoot(distDir), { recursive: true, filter: (source) => !left.includes(source) })
  }
  const begin = async () => {
    const child = start({
      file: programs.next,
      args: ['start', '--hostname', 'localhost', '--port', String(sitePort)],
      env: { ...getNeutralEnvironment(), ...site },
      logFile,
    })
    const response = { exited: child.exited, name: 'The second site', timeoutSeconds: 60, logFile }
    try {
      await waitUntilReady(`${origin}/robots.txt`, response)
    } catch (error) {
      await child.stop()
      remove()
      throw error
    }
    return child
  }
  let child = await begin()
  return {
    origin,
    pid: Number(child.pid),
    folder: inRoot(distDir),
    kill: () => child.kill(),
    restart: async () => {
      rmSync(inRoot(distDir, 'server', 'route-cache'), { recursive: true, force: true })
      child = await begin()
    },
    stop: async () => {
      await child.stop()
      remove()
    },
  }
}
