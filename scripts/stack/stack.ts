import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePortal } from '../../lib/membership/ensurePortal.ts'
import { createStripe } from '../../lib/membership/stripe.ts'
import { type Child, isStopping, startProgram, type Variables } from '../lib/children.ts'
import { StepList } from '../lib/output.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { migrateDatabase } from '../provision/migrateDatabase.ts'
import { registerWebhook } from '../provision/webhook.ts'
import { buildSite, fetchPublishedRevisions, type Revisions } from './build.ts'
import { cloudOptionVariables } from './cloudOptions.ts'
import { expireDocuments, findChangedDocuments } from './contentChanges.ts'
import {
  type CloudEnvironment,
  deriveCronSecret,
  getCloudProcessEnvironment,
  getNeutralEnvironment,
  getSiteVariables,
  readCloudEnvironment,
  refuseRealCredentials,
} from './environment.ts'
import { listNeededPorts, type PortVariables, requireFreePorts } from './ports.ts'
import { startScheduler } from './scheduler.ts'
import { loadSeed, needsSeed } from './seed.ts'
import { waitUntilReady } from './waitUntilReady.ts'

/** The options of a stack: a local cloud and a site. */
export type StackOptions = {
  sitePort: number
  /** Port of the local cloud's console. Its other ports are derived from this one. */
  portBase: number
  /** The variables that change the ports, for the message about a port in use; by default those of `up`. */
  portVariables?: PortVariables
  /** Absolute path of the local cloud's data. */
  dataDir: string
  /** Folder of the site's build, relative to the repository. */
  distDir: string
  /** Whether to delete the local cloud's data, apart from its logs and tokens, and start from the seed. */
  reset?: boolean
  /** Whether to start the development server, without a build. */
  dev?: boolean
  /** Whether to call the routes in `app/api/cron/` as the scheduler does. */
  hasScheduler?: boolean
  /** Another folder to seed from, in Sanity's export form. */
  seedFolder?: string
  /** Further variables for the site. */
  siteVariables?: Record<string, string>
  /** Shows the steps; by default a new list. */
  steps?: StepList
  /** Further variables for the site's process, and not for its build: `NODE_OPTIONS`, for example. */
  servingVariables?: Record<string, string>
  /** Called with the name and log of a server whose first process ends before the stack is stopped. */
  onUnexpectedExit?: (name: string, logFile: string) => void
}

/** A running local cloud and site. */
export type Stack = {
  siteOrigin: string
  cloudOrigin: string
  /** URLs and tokens of the local cloud. */
  cloud: CloudEnvironment
  /** Folder with `cloud.log`, `site.log` and, except for the development server, `build.log`. */
  logDir: string
  /** The local cloud, and the site. */
  servers: readonly Server[]
  stop(): Promise<void>
}

/** A process of a stack. */
export type Server = {
  name: string
  /** The path of the log, which each start overwrites. */
  logFile: string
  /** The process of the latest start. */
  child: Child
  /** Starts a new process and waits until it is ready. The previous one must have ended. */
  restart(): Promise<void>
}

/** Starts a program that serves a port, adds it to `servers`, and waits for its first successful response. */
async function startServer(
  servers: Server[],
  program: {
    name: string
    file: string
    args?: string[]
    env: Variables
    logFile: string
    /** A file or folder that is deleted before each start. */
    deletedPath?: string
  },
  readiness: { url: string; timeoutSeconds: number; printsReason?: boolean },
): Promise<void> {
  const { name, logFile, deletedPath } = program
  const startChild = () => {
    rmSync(logFile, { force: true })
    if (deletedPath) rmSync(deletedPath, { recursive: true, force: true })
    return startProgram(program)
  }
  const waitForServer = ({ exited }: Child) =>
    waitUntilReady(readiness.url, { ...readiness, name, logFile, exited })
  const server: Server = {
    name,
    logFile,
    child: startChild(),
    restart: async () => {
      server.child = startChild()
      await waitForServer(server.child)
    },
  }
  servers.push(server)
  await waitForServer(server.child)
}

async function startCloud(options: StackOptions, logDir: string, servers: Server[]): Promise<void> {
  const env: Variables = { ...getCloudProcessEnvironment(options), ...cloudOptionVariables }
  await startServer(
    servers,
    {
      name: 'The local cloud',
      file: programs.localCloud,
      env,
      logFile: join(logDir, 'cloud.log'),
    },
    { url: `http://localhost:${options.portBase}/`, timeoutSeconds: 60, printsReason: true },
  )
  // Restarts keep the data.
  delete env.LOCAL_RESET
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
      name: 'The site',
      file: programs.next,
      args: [options.dev ? 'dev' : 'start', '--hostname', 'localhost', '--port', String(options.sitePort)],
      env: { ...getNeutralEnvironment(), ...variables, ...options.servingVariables },
      logFile: join(logDir, 'site.log'),
      // Next 16.4 writes revalidated pages in a form that it cannot read after a restart. Without these files it serves
      // the pages of the build until they expire, even during an outage of the Content Lake.
      ...(options.dev ? {} : { deletedPath: inRoot(options.distDir, 'server', 'route-cache') }),
    },
    { url: `http://localhost:${options.sitePort}/api/health`, timeoutSeconds: options.dev ? 300 : 120 },
  )
}

/** Starts a local cloud, with content, the site's webhook, the tables of the database and the portal, but without the site. */
async function prepareCloud(
  options: StackOptions,
  steps: StepList,
  servers: Server[],
): Promise<CloudEnvironment> {
  const logDir = join(options.dataDir, 'logs')
  await steps.run('Start the local cloud', () => startCloud(options, logDir, servers))
  const cloud = readCloudEnvironment(options.dataDir)
  if (await needsSeed(cloud, options.dataDir)) {
    await steps.run('Load the seed', async (reportProgress) => {
      const { dataDir, seedFolder: folder } = options
      const count = await loadSeed(cloud, { dataDir, folder, reportProgress })
      return `${count} documents`
    })
  }
  await registerWebhook(cloud, `http://localhost:${options.sitePort}`)
  await steps.run('Prepare the database', async () => {
    const applied = await migrateDatabase(cloud.DATABASE_URL)
    return applied.length ? undefined : 'nothing to do'
  })
  // As npm run provision does for an account at Stripe.
  await ensurePortal(createStripe(cloud.STRIPE_SECRET_KEY, cloud.STRIPE_API_ORIGIN))
  return cloud
}

/**
 * Starts a local cloud, loads the seed into an empty one, builds the site after a change (except for the development
 * server), and serves it. When anything fails, everything that was started is stopped again.
 *
 * @throws Problem with one sentence for the operator
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const steps = options.steps ?? new StepList()
  const logDir = join(options.dataDir, 'logs')
  const siteOrigin = `http://localhost:${options.sitePort}`
  const servers: Server[] = []
  let isStoppingStack = false
  let stopScheduler = () => {}
  const stop = async () => {
    isStoppingStack = true
    stopScheduler()
    await Promise.all(servers.toReversed().map(({ child }) => child.stop()))
  }
  try {
    refuseRealCredentials(root)
    await requireFreePorts(listNeededPorts(options, options.portVariables))
    const cloud = await prepareCloud(options, steps, servers)
    const variables = getSiteVariables(cloud, { ...options, extra: options.siteVariables })
    let revisionsOfBuild: Revisions | undefined
    if (!options.dev) {
      const logFile = join(logDir, 'build.log')
      rmSync(logFile, { force: true })
      await steps.run('Build the site', async () => {
        const { wasBuilt, revisions } = await buildSite(cloud, { ...options, variables, logFile })
        revisionsOfBuild = revisions
        return wasBuilt ? undefined : 'nothing has changed since the last build'
      })
    }
    await steps.run(options.dev ? 'Start the development server' : 'Start the site', async () => {
      await startSite(options, variables, logDir, servers)
      if (!revisionsOfBuild) return undefined
      const changed = findChangedDocuments(revisionsOfBuild, await fetchPublishedRevisions(cloud))
      await expireDocuments(siteOrigin, cloud.SANITY_WEBHOOK_SECRET, changed)
      return changed.length ? `${changed.length} documents changed since the last build` : undefined
    })
    if (options.hasScheduler) stopScheduler = startScheduler(siteOrigin, deriveCronSecret(cloud))
    for (const { name, logFile, child } of servers) {
      child.exited.then(() => {
        if (!isStoppingStack && !isStopping()) options.onUnexpectedExit?.(name, logFile)
      })
    }
    return { siteOrigin, cloudOrigin: `http://localhost:${options.portBase}`, cloud, logDir, servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
