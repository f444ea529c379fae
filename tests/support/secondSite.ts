import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePortBase } from 'local-cloud/testing/ports'
import { start } from '../../scripts/lib/children.ts'
import { neutralEnvironment, readCloudEnvironment, siteVariables } from '../../scripts/lib/environment.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import { waitUntilItAnswers } from '../../scripts/lib/wait.ts'

/** Another server of the build under test, on the same content. No webhook is registered for it. */
export type SecondSite = {
  origin: string
  pid: number
  /** Absolute path of its build, into which it writes what it keeps. */
  folder: string
  stop(): Promise<void>
}

/**
 * Serves a copy of the build under test on a port of its own.
 *
 * @param variables - what differs in its environment
 * @throws when it does not start
 */
export async function startSecondSite(variables: Record<string, string>): Promise<SecondSite> {
  const built = resolve(process.env.TEST_DIST_DIR ?? '.next-test')
  const distDir = `.next-second-${process.pid}`
  // Pages that are rendered again are written into the build, so it has to be a copy, with the pages of the build only.
  const left = ['cache', 'build', 'turbopack', join('server', 'route-cache')].map((name) => join(built, name))
  cpSync(built, inRoot(distDir), { recursive: true, filter: (source) => !left.includes(source) })
  const sitePort = await freePortBase()
  const logFile = inRoot(distDir, 'site.log')
  const cloud = readCloudEnvironment(process.env.TEST_DATA_DIR ?? '.test/cloud')
  const child = start({
    file: programs.next,
    args: ['start', '--hostname', 'localhost', '--port', String(sitePort)],
    env: { ...neutralEnvironment(), ...siteVariables(cloud, { sitePort, distDir, extra: variables }) },
    logFile,
  })
  const stop = async () => {
    await child.stop()
    rmSync(inRoot(distDir), { recursive: true, force: true })
  }
  const origin = `http://localhost:${sitePort}`
  try {
    await waitUntilItAnswers(`${origin}/robots.txt`, {
      exited: child.exited,
      what: 'The second site',
      seconds: 60,
      logFile,
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, pid: Number(child.pid), folder: inRoot(distDir), stop }
}
