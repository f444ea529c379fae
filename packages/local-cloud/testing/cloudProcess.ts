import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CloudEnv, loadCloudEnv } from '../cloudEnv.ts'
import { type CloudOptions, readConfig } from '../config.ts'
import { freePortBase } from './ports.ts'

const main = join(import.meta.dirname, '..', 'main.ts')
const startSeconds = 30

/** A local cloud in a process of its own. */
export type RunningCloud = {
  /** Console and control API. */
  origin: string
  lakeOrigin: string
  env: CloudEnv
  dataDir: string
  portBase: number
  /** What it has written to its output; a path. */
  logFile: string
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  /** Ends it as `kill -9` does: nothing gets a chance to be written. */
  kill(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

async function waitUntilItAnswers(url: string, hasEnded: () => boolean): Promise<boolean> {
  const end = Date.now() + startSeconds * 1000
  while (Date.now() < end && !hasEnded()) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** The caller's environment without what belongs to an application, whose vendors may be other ones. */
function neutralEnvironment(): Record<string, string | undefined> {
  const vendor =
    /^(NEXT_PUBLIC_|SANITY_|SUPABASE_|STRIPE_|EMAILJS_|SMTP_|DATABASE_|LOCAL_|NODE_OPTIONS|VITEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !vendor.test(name)))
}

/**
 * Starts a local cloud of its own for a test.
 *
 * @param options.dataDir - its data, for starting again on the same; a new folder otherwise
 * @param options.portBase - where its ports count from; free ones otherwise
 * @param options.siteOrigin - the origin whose browsers it lets in
 * @param options.cloud - what the site has set up with its vendors
 * @throws when it does not start
 */
export async function startLocalCloud(
  options: { dataDir?: string; portBase?: number; siteOrigin?: string; cloud?: Partial<CloudOptions> } = {},
): Promise<RunningCloud> {
  const portBase = options.portBase ?? (await freePortBase())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'local-cloud-'))
  const siteOrigin = options.siteOrigin ?? `http://localhost:${portBase - 1}`
  const variables = {
    LOCAL_DATA_DIR: dataDir,
    LOCAL_PORT_BASE: String(portBase),
    LOCAL_SITE_ORIGIN: siteOrigin,
    LOCAL_OPTIONS: JSON.stringify(options.cloud ?? {}),
  }
  const logFile = join(dataDir, 'logs', 'cloud.log')
  mkdirSync(dirname(logFile), { recursive: true })
  const output = openSync(logFile, 'a')
  const child = spawn(process.execPath, [main], {
    // The channel ends with this process, and the cloud with the channel.
    stdio: ['ignore', output, output, 'ipc'],
    env: Object.assign(Object.create(null), neutralEnvironment(), variables),
  })
  closeSync(output)
  let ended = false
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      ended = true
      resolve()
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  const origin = `http://localhost:${portBase}`
  if (!(await waitUntilItAnswers(`${origin}/`, () => ended))) {
    await end('SIGKILL')
    throw new Error(`The local cloud did not start: ${readFileSync(logFile, 'utf8').trim()}`)
  }
  return {
    origin,
    lakeOrigin: `http://localhost:${portBase + 1}`,
    env: loadCloudEnv(readConfig(variables)),
    dataDir,
    portBase,
    logFile,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
