import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadCloudEnv } from '../cloudEnv.ts'
import { type CloudOptions, readConfig } from '../config.ts'
import { createEmptyDatabase } from './emptyDatabase.ts'
import { findFreePortBase } from './ports.ts'

const mainFile = join(import.meta.dirname, '..', 'main.ts')
const startTimeoutMs = 30_000

/** A local cloud in a separate process. */
export type RunningCloud = Awaited<ReturnType<typeof startLocalCloud>>

async function waitUntilReady(url: string, hasExited: () => boolean): Promise<boolean> {
  const deadlineMs = Date.now() + startTimeoutMs
  while (Date.now() < deadlineMs && !hasExited()) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/**
 * Returns this process's environment without `NODE_OPTIONS` and the variables of Vitest, a local cloud or an
 * application, since an application's variables may belong to real vendor accounts.
 */
function getInheritedEnvironment(): Record<string, string | undefined> {
  const excludedVariable =
    /^(NEXT_PUBLIC_|SANITY_|SUPABASE_|STRIPE_|EMAILJS_|SMTP_|DATABASE_|LOCAL_|NODE_OPTIONS|VITEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !excludedVariable.test(name)))
}

/**
 * Starts a local cloud in a separate process.
 *
 * @param options.dataDir - the data folder; a new one by default
 * @param options.portBase - the first port; free ports by default
 * @param options.siteOrigin - the origin of the site; by default, localhost on the port below the first port
 * @param options.cloud - the site's vendor configuration; see CloudOptions
 * @throws when it does not start
 */
export async function startLocalCloud(
  options: { dataDir?: string; portBase?: number; siteOrigin?: string; cloud?: Partial<CloudOptions> } = {},
) {
  const portBase = options.portBase ?? (await findFreePortBase())
  const dataDir = options.dataDir ?? (await createEmptyDatabase(mkdtempSync(join(tmpdir(), 'local-cloud-'))))
  const siteOrigin = options.siteOrigin ?? `http://localhost:${portBase - 1}`
  const variables = {
    LOCAL_DATA_DIR: dataDir,
    LOCAL_PORT_BASE: String(portBase),
    LOCAL_SITE_ORIGIN: siteOrigin,
    LOCAL_OPTIONS: JSON.stringify(options.cloud ?? {}),
  }
  const logFile = join(dataDir, 'logs', 'cloud.log')
  mkdirSync(dirname(logFile), { recursive: true })
  const logDescriptor = openSync(logFile, 'a')
  const child = spawn(process.execPath, [mainFile], {
    // The child process exits when the IPC channel closes.
    stdio: ['ignore', logDescriptor, logDescriptor, 'ipc'],
    env: Object.assign(Object.create(null), getInheritedEnvironment(), variables),
  })
  closeSync(logDescriptor)
  let hasExited = false
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasExited = true
      resolve()
    })
  })
  const endProcess = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const origin = `http://localhost:${portBase}`
  if (!(await waitUntilReady(`${origin}/`, () => hasExited))) {
    await endProcess('SIGKILL')
    throw new Error(`The local cloud did not start: ${readFileSync(logFile, 'utf8').trim()}`)
  }
  return {
    /** The origin of the console and of the control API. */
    origin,
    contentLakeOrigin: `http://localhost:${portBase + 1}`,
    env: loadCloudEnv(readConfig(variables)),
    dataDir,
    portBase,
    logFile,
    /** Ends the process with SIGTERM. */
    stop: () => endProcess('SIGTERM'),
    /** Ends the process with SIGKILL. */
    kill: () => endProcess('SIGKILL'),
    /** Ends the process with SIGTERM, and deletes its data. */
    remove: async () => {
      await endProcess('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
