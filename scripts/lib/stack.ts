import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite, publishedRevisions, type Revisions } from './build.ts'
import { type Child, isStopping, start, type Variables } from './children.ts'
import { readCloudOptions } from './cloudOptions.ts'
import {
  type CloudEnvironment,
  cloudProcessEnvironment,
  cronSecret,
  neutralEnvironment,
  readCloudEnvironment,
  refuseRealCredentials,
  siteVariables,
} from './environment.ts'
import { changedDocuments, expireDocuments } from './freshness.ts'
import { migrateDatabase } from './migrateDatabase.ts'
import { StepList } from './output.ts'
import { inRoot, programs, root } from './paths.ts'
import { checkPorts, neededPorts, type PortVariables } from './ports.ts'
import { startScheduler } from './scheduler.ts'
import { loadSeed, needsSeed } from './seed.ts'
import { waitUntilReady } from './waitUntilReady.ts'
import { registerWebhook } from './webhook.ts'

/** The options of a stack: a local cloud and a site. */
export type StackOptions = {
  sitePort: number
  /** Port of the local cloud's console; its other ports count from there. */
  portBase: number
  /** The variables for other ports, for the message about one that is in use; otherwise those of `up`. */
  portVariables?: PortVariables
  /** Absolute path of the local cloud's data. */
  dataDir: string
  /** Folder of the site's build, relative to the repository. */
  distDir: string
  /** Whether to delete all content and start from the seed. */
  reset?: boolean
  /** Whether to start the development server, without a build. */
  dev?: boolean
  /** Whether to call the scheduler's routes. */
  scheduled?: boolean
  /** Another folder to seed from, in Sanity's export form. */
  seedFolder?: string
  /** Further variables for the site. */
  siteVariables?: Record<string, string>
  /** Shows the steps; a list of its own otherwise. */
  steps?: StepList
  /** Further variables for the site's process, and not for its build: `NODE_OPTIONS`, for example. */
  servingVariables?: Record<string, string>
  /** Called when something stops by itself after the start, with its name and log. */
  onLoss?: (what: string, logFile: string) => void
}

/** A running local cloud and site. */
export type Stack = {
  siteOrigin: string
  cloudOrigin: string
  /** URLs and tokens of the local cloud. */
  cloud: CloudEnvironment
  /** Folder with `cloud.log`, `build.log` and `site.log`. */
  logDir: string
  /** The local cloud, and the site. */
  servers: readonly Server[]
  stop(): Promise<void>
}

/** A process of a stack. */
export type Server = {
  what: string
  /** The path of the log since its last start. */
  logFile: string
  /** The program of the latest start. */
  child: Child
  /** Starts it again, once it has ended. */
  restart(): Promise<void>
}

/** Files that survive a reset: the tokens, which running browsers and clients hold, and the logs. */
const preservedOnReset = new Set(['cloud.env', 'logs'])

function emptyDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  for (const name of readdirSync(dataDir)) {
    if (!preservedOnReset.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Starts a program that serves a port, registers it, and waits for its first response. */
async function startServer(
  servers: Server[],
  program: { what: string; file: string; args?: string[]; env: Variables; logFile: string; deletes?: string },
  result: { url: string; seconds: number; explainsItself?: boolean },
): Promise<void> {
  const { what, logFile, deletes } = program
  const begin = () => {
    rmSync(logFile, { force: true })
    if (deletes) rmSync(deletes, { recursive: true, force: true })
    return start(program)
  }
  const untilReady = ({ exited }: Child) => waitUntilReady(result.url, { ...result, what, logFile, exited })
  const server: Server = {
    what,
    logFile,
    child: begin(),
    restart: async () => {
      server.child = begin()
      await untilReady(server.child)
    },
  }
  servers.push(server)
  await untilReady(server.child)
}

function startCloud(options: StackOptions, logDir: string, servers: Server[]): Promise<void> {
  return startServer(
    servers,
    {
      what: 'The local cloud',
      file: programs.localCloud,
      env: { ...cloudProcessEnvironment(options), ...readCloudOptions },
      logFile: join(logDir, 'cloud.log'),
    },
    { url: `http://localhost:${options.portBase}/`, seconds: 60, explainsItself: true },
  )
}

function startSite(
  options: StackOptions,
  variables: Record<string, string>,
  logDir: string,
  servers: Server[],
): Promise<void> {
  return startServer(
    servers,
    {
      what: 'The site',
      file: programs.next,
      args: [options.dev ? 'dev' : 'start', '--hostname', 'localhost', '--port', String(options.sitePort)],
      env: { ...neutralEnvironment(), ...variables, ...options.servingVariables },
      logFile: join(logDir, 'site.log'),
      // Next 16.4 writes regenerated pages in a form that it cannot read back after a restart. Without them the pages
      // of the build serve until they expire, even during an outage of the Content Lake.
      ...(options.dev ? {} : { deletes: inRoot(options.distDir, 'server', 'route-cache') }),
    },
    { url: `http://localhost:${options.sitePort}/api/health`, seconds: options.dev ? 300 : 120 },
  )
}

/** Starts a local cloud with content and the webhook of its future site, without the site. */
async function prepareCloud(
  options: StackOptions,
  steps: StepList,
  servers: Server[],
): Promise<CloudEnvironment> {
  const logDir = join(options.dataDir, 'logs')
  if (options.reset) emptyDataFolder(options.dataDir)
  await steps.run('Start the local cloud', () => startCloud(options, logDir, servers))
  const cloud = readCloudEnvironment(options.dataDir)
  if (await needsSeed(cloud, options.dataDir)) {
    await steps.run('Load the seed', async (progress) => {
      const count = await loadSeed(cloud, { dataDir: options.dataDir, folder: options.seedFolder, progress })
      return `${count} documents`
    })
  }
  await registerWebhook(cloud, `http://localhost:${options.sitePort}`)
  await steps.run('Prepare the database', async () => {
    const applied = await migrateDatabase(cloud.DATABASE_URL)
    return applied.length ? undefined : 'nothing to do'
  })
  return cloud
}

/**
 * Starts a local cloud, fills it when it is empty, builds the site when something has changed, and serves it.
 * When anything fails, everything that was started is stopped again.
 *
 * @throws Problem with one sentence for the person at the keyboard
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const steps = options.steps ?? new StepList()
  const logDir = join(options.dataDir, 'logs')
  const siteOrigin = `http://localhost:${options.sitePort}`
  const servers: Server[] = []
  let stopping = false
  let stopScheduler = () => {}
  const stop = async () => {
    stopping = true
    stopScheduler()
    await Promise.all(servers.toReversed().map(({ child }) => child.stop()))
  }
  try {
    refuseRealCredentials(root)
    await checkPorts(neededPorts(options, options.portVariables))
    const cloud = await prepareCloud(options, steps, servers)
    const variables = siteVariables(cloud, { ...options, extra: options.siteVariables })
    let builtFrom: Revisions | undefined
    if (!options.dev) {
      const logFile = join(logDir, 'build.log')
      rmSync(logFile, { force: true })
      await steps.run('Build the site', async () => {
        const { built, revisions } = await buildSite(cloud, { ...options, variables, logFile })
        builtFrom = revisions
        return built ? undefined : 'nothing has changed since the last build'
      })
    }
    await steps.run(options.dev ? 'Start the development server' : 'Start the site', async () => {
      await startSite(options, variables, logDir, servers)
      if (!builtFrom) return undefined
      const changed = changedDocuments(builtFrom, await publishedRevisions(cloud))
      await expireDocuments(siteOrigin, cloud.SANITY_WEBHOOK_SECRET, changed)
      return changed.length ? `${changed.length} documents changed since the last build` : undefined
    })
    if (options.scheduled) stopScheduler = startScheduler(siteOrigin, cronSecret(cloud))
    for (const { what, logFile, child } of servers) {
      child.exited.then(() => {
        if (!stopping && !isStopping()) options.onLoss?.(what, logFile)
      })
    }
    return { siteOrigin, cloudOrigin: `http://localhost:${options.portBase}`, cloud, logDir, servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
