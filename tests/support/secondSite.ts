import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findFreePortBase } from 'local-cloud/testing/ports'
import { startProgram } from '../../scripts/lib/children.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import { buildSite } from '../../scripts/stack/build.ts'
import { getNeutralEnvironment, getSiteVariables } from '../../scripts/stack/environment.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { testCloud } from './environment.ts'

/** Another server of the tested content, with a copy of the tested build or with its own, and without a registered webhook. */
export type SecondSite = {
  origin: string
  /** The id of the first process. It does not change when a restart replaces the process. */
  pid: number
  /** Absolute path of the build, into which the server writes rendered pages. */
  folder: string
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again on the same port, without the pages that it rendered since the build. */
  restart(): Promise<void>
  stop(): Promise<void>
}

let siteCount = 0

/**
 * Starts another server of the site on a free port.
 *
 * @param variables - environment variables that differ from the site under test
 * @param build - `copy`: a copy of the build under test; `own`: a new build, which variables with `NEXT_PUBLIC_` require
 * @throws when it cannot be built or does not start
 */
export async function startSecondSite(
  variables: Record<string, string>,
  build: 'copy' | 'own' = 'copy',
): Promise<SecondSite> {
  const testedBuild = resolve(process.env.TEST_DIST_DIR ?? '.next-test')
  siteCount += 1
  const distDir = `.next-second-${process.pid}-${siteCount}`
  const sitePort = await findFreePortBase()
  const origin = `http://localhost:${sitePort}`
  const logFile = inRoot(distDir, 'site.log')
  const cloud = testCloud()
  const siteEnvironment = getSiteVariables(cloud, { sitePort, distDir, extra: variables })
  const removeBuild = () => rmSync(inRoot(distDir), { recursive: true, force: true })
  if (build === 'own') {
    const buildLogFile = inRoot('.test', `${distDir}.log`)
    await buildSite(cloud, { distDir, variables: siteEnvironment, logFile: buildLogFile }).catch(
      (error: unknown) => {
        removeBuild()
        throw error
      },
    )
  } else {
    // The server writes revalidated pages into its build, so it gets a copy, without the pages that were revalidated.
    // It needs the fallback responses in `cache/content`.
    const excludedPaths = [
      'build',
      'turbopack',
      join('server', 'route-cache'),
      join('cache', 'turbopack'),
    ].map((name) => join(testedBuild, name))
    cpSync(testedBuild, inRoot(distDir), {
      recursive: true,
      filter: (source) => !excludedPaths.includes(source),
    })
  }
  const startServer = async () => {
    const child = startProgram({
      file: programs.next,
      args: ['start', '--hostname', 'localhost', '--port', String(sitePort)],
      env: { ...getNeutralEnvironment(), ...siteEnvironment },
      logFile,
    })
    const readiness = { exited: child.exited, name: 'The second site', timeoutSeconds: 60, logFile }
    try {
      await waitUntilReady(`${origin}/robots.txt`, readiness)
    } catch (error) {
      await child.stop()
      removeBuild()
      throw error
    }
    return child
  }
  let child = await startServer()
  return {
    origin,
    pid: Number(child.pid),
    folder: inRoot(distDir),
    kill: () => child.kill(),
    restart: async () => {
      rmSync(inRoot(distDir, 'server', 'route-cache'), { recursive: true, force: true })
      child = await startServer()
    },
    stop: async () => {
      await child.stop()
      removeBuild()
    },
  }
}
