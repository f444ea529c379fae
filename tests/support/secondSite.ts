import { cpSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { findFreePortBase } from 'local-cloud/testing/ports'
import { type Child, startProgram, type Variables } from '../../scripts/lib/children.ts'
import { inRoot, programs, root } from '../../scripts/lib/paths.ts'
import { getNeutralEnvironment, getSiteVariables } from '../../scripts/stack/environment.ts'
import { keepAliveArguments } from '../../scripts/stack/stack.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { testCloud } from './environment.ts'

/** A second server of the tested site, with the same content, a copy of the build, and no registered webhook. */
export type SecondSite = Awaited<ReturnType<typeof startSecondSite>>

/**
 * Serves the site's build from the folder that `NEXT_DIST_DIR` in `env` specifies, and waits until the site responds.
 *
 * @param options.folder - the repository that was built, by default this one
 * @throws Problem when the site does not start; no process remains in that case
 */
export async function serveBuild({
  sitePort,
  env,
  logFile,
  folder = root,
}: {
  sitePort: number
  env: Variables
  logFile: string
  folder?: string
}): Promise<Child> {
  const file = join(folder, relative(root, programs.next))
  const args = ['start', '--hostname', 'localhost', '--port', String(sitePort), ...keepAliveArguments]
  const child = startProgram({ file, args, env, logFile, cwd: folder })
  const readiness = { exited: child.exited, name: 'The site', timeoutSeconds: 60, logFile }
  try {
    await waitUntilReady(`http://localhost:${sitePort}/api/health`, readiness)
  } catch (error) {
    await child.stop()
    throw error
  }
  return child
}

let siteCount = 0

/**
 * Starts another server of the site on a free port.
 *
 * @param variables - environment variables that differ from those of the site under test
 * @throws when the server does not start
 */
export async function startSecondSite(variables: Record<string, string>) {
  const testedBuild = resolve(process.env.TEST_DIST_DIR ?? '.next-test')
  siteCount += 1
  const distDir = `.next-second-${process.pid}-${siteCount}`
  const sitePort = await findFreePortBase()
  const origin = `http://localhost:${sitePort}`
  const logFile = inRoot(distDir, 'site.log')
  const cloud = testCloud()
  const siteEnvironment = getSiteVariables(cloud, { sitePort, distDir, extra: variables })
  const removeBuild = () => rmSync(inRoot(distDir), { recursive: true, force: true })
  // The server writes revalidated pages into its build, so it gets a copy, without the pages that were revalidated.
  // The server needs the fallback responses in `cache/content`.
  const excludedPaths = ['build', 'turbopack', join('server', 'route-cache'), join('cache', 'turbopack')].map(
    (name) => join(testedBuild, name),
  )
  cpSync(testedBuild, inRoot(distDir), {
    recursive: true,
    filter: (source) => !excludedPaths.includes(source),
  })
  const env = { ...getNeutralEnvironment(), ...siteEnvironment }
  const startServer = () =>
    serveBuild({ sitePort, env, logFile }).catch((error: unknown) => {
      removeBuild()
      throw error
    })
  let child = await startServer()
  return {
    origin,
    /** The absolute path of the build, where the server writes rendered pages. */
    folder: inRoot(distDir),
    kill: () => child.kill(),
    /** Starts the server again on the same port, without the pages that it has rendered since the build. */
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
