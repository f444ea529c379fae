import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePortal } from '../../lib/membership/portalConfiguration.ts'
import { createStripe } from '../../lib/membership/stripe.ts'
import { type Child, startProgram, type Variables } from '../lib/children.ts'
import { explainFullDisk } from '../lib/command.ts'
import { runStep } from '../lib/output.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { migrateDatabase } from '../provision/migrateDatabase.ts'
import { registerWebhook } from '../provision/sanityManagement.ts'
import { buildSite } from './build.ts'
import { cloudOptionVariables } from './cloudOptions.ts'
import {
  type CloudEnvironment,
  getNeutralEnvironment,
  getSiteVariables,
  readCloudEnvironment,
  refuseRealCredentials,
} from './environment.ts'
import { type PortVariables, requireStackPorts } from './ports.ts'
import { loadSeed, needsSeed } from './seed.ts'
import { waitUntilReady } from './waitUntilReady.ts'

/** The options of a stack: a local cloud and a site. */
export type StackOptions = {
  sitePort: number
  /** Port of the local cloud's console, from which the cloud's other ports are derived. */
  portBase: number
  /** The variables that change the ports, for the message about a port in use; by default those of `up`. */
  portVariables?: PortVariables
  /** Absolute path of the local cloud's data. */
  dataDir: string
  /** Folder of the site's build, relative to the repository. */
  distDir: string
  /** Whether to delete the local cloud's data, apart from its logs and tokens, and start from the seed. */
  reset?: boolean
  /** Whether to start the development server, without a build. Its output is shown, not logged. */
  dev?: boolean
  /** Further variables for the site. */
  siteVariables?: Record<string, string>
  /** Further variables for the site's process, but not for its build: `NODE_OPTIONS`, for example. */
  servingVariables?: Record<string, string>
}

/** A running local cloud and site. */
export type Stack = {
  siteOrigin: string
  /** URLs and tokens of the local cloud. */
  cloud: CloudEnvironment
  /** Folder with `cloud.log` and, except for the development server, `site.log` and `build.log`. */
  logDir: string
  /** The local cloud, and the site. */
  servers: readonly Server[]
  stop(): Promise<void>
}

/** A process of a stack. */
export type Server = {
  name: string
  /** The path of the log, which each start overwrites. The development server has none. */
  logFile: string
  /** The most recently started process. */
  child: Child
  /** Starts a new process and waits until it is ready. The previous one must have ended. */
  restart(): Promise<void>
}

/**
 * Arguments of `next start` that make it close idle connections later than any client does. Otherwise a busy server may
 * close a connection on which the next request has arrived but has not been read.
 */
export const keepAliveArguments = ['--keepAliveTimeout', '600000']

/** Starts a program that listens on a port, adds it to `servers`, and waits for its first successful response. */
async function startServer(
  servers: Server[],
  program: {
    name: string
    file: string
    args?: string[]
    env: Variables
    logFile: string
    isShown?: boolean
  },
  readiness: { url: string; timeoutSeconds: number; printsReason?: boolean },
  prepare: () => void = () => {},
): Promise<void> {
  const { name, logFile } = program
  const start = () => {
    rmSync(logFile, { force: true })
    prepare()
    return startProgram({ ...program, logFile: program.isShown ? undefined : logFile })
  }
  const waitForServer = ({ exited }: Child) =>
    waitUntilReady(readiness.url, { ...readiness, name, logFile, exited })
  const server: Server = {
    name,
    logFile,
    child: start(),
    restart: async () => {
      server.child = start()
      await waitForServer(server.child)
    },
  }
  servers.push(server)
  await waitForServer(server.child)
}

async function startCloud(options: StackOptions, logDir: string, servers: Server[]): Promise<void> {
  const env: Variables = {
    ...getNeutralEnvironment(),
    ...cloudOptionVariables,
    LOCAL_DATA_DIR: options.dataDir,
    LOCAL_PORT_BASE: String(options.portBase),
    LOCAL_RESET: options.reset ? '1' : undefined,
    LOCAL_SITE_ORIGIN: `http://localhost:${options.sitePort}`,
    // Lets glibc return decoded pictures' memory to the system: about 100 MB after the seed is loaded (mallopt(3)).
    MALLOC_MMAP_THRESHOLD_: '131072',
  }
  const logFile = join(logDir, 'cloud.log')
  const readiness = { url: `http://localhost:${options.portBase}/`, timeoutSeconds: 60, printsReason: true }
  await startServer(servers, { name: 'The local cloud', file: programs.localCloud, env, logFile }, readiness)
  // A restart must not delete the data.
  delete env.LOCAL_RESET
}

function startSite(
  options: StackOptions,
  variables: Record<string, string>,
  logDir: string,
  servers: Server[],
): Promise<void> {
  const { dev, sitePort, distDir, servingVariables } = options
  const hostAndPort = ['--hostname', 'localhost', '--port', String(sitePort)]
  const program = {
    name: 'The site',
    file: programs.next,
    args: dev ? ['dev', ...hostAndPort] : ['start', ...hostAndPort, ...keepAliveArguments],
    env: { ...getNeutralEnvironment(), ...variables, ...servingVariables },
    logFile: join(logDir, 'site.log'),
    isShown: dev === true,
  }
  const readiness = { url: `http://localhost:${sitePort}/api/health`, timeoutSeconds: dev ? 300 : 120 }
  return startServer(servers, program, readiness, () => {
    // Next 16.4 writes revalidated pages in a form that it cannot read after a restart, so each start deletes them.
    if (!dev) rmSync(inRoot(distDir, 'server', 'route-cache'), { recursive: true, force: true })
  })
}

/** Starts a local cloud, and sets up its content, the site's webhook, the database's tables and the portal. */
async function prepareCloud(
  options: StackOptions,
  logDir: string,
  servers: Server[],
): Promise<CloudEnvironment> {
  const { dataDir } = options
  await runStep('Start the local cloud', () => startCloud(options, logDir, servers))
  const cloud = readCloudEnvironment(dataDir)
  if (await needsSeed(cloud, dataDir))
    await runStep('Load the seed', async () => `${await loadSeed(cloud, dataDir)} documents`)
  await registerWebhook(cloud, `http://localhost:${options.sitePort}`)
  await runStep('Prepare the database', async () => {
    const applied = await migrateDatabase(cloud.DATABASE_URL)
    return applied.length ? undefined : 'nothing to do'
  })
  // Configures the portal, as npm run provision does for a Stripe account.
  await ensurePortal(createStripe(cloud.STRIPE_SECRET_KEY, cloud.STRIPE_API_ORIGIN))
  return cloud
}

/**
 * Starts a local cloud, loads the seed if the cloud is empty, builds the site if it changed (except for the development
 * server), and serves the site. When anything fails, stops everything that it started.
 *
 * @throws Problem with one sentence for the operator
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const logDir = join(options.dataDir, 'logs')
  const siteOrigin = `http://localhost:${options.sitePort}`
  const servers: Server[] = []
  const stop = async () => {
    await Promise.all(servers.toReversed().map(({ child }) => child.stop()))
  }
  try {
    refuseRealCredentials(root)
    await requireStackPorts(options, options.portVariables)
    const cloud = await prepareCloud(options, logDir, servers)
    const variables = getSiteVariables(cloud, { ...options, extra: options.siteVariables })
    if (options.dev) {
      await runStep('Start the development server', () => startSite(options, variables, logDir, servers))
    } else {
      const logFile = join(logDir, 'build.log')
      rmSync(logFile, { force: true })
      await runStep('Build the site', async () =>
        (await buildSite(cloud, { ...options, variables, logFile }))
          ? undefined
          : 'nothing has changed since the last build',
      )
      await runStep('Start the site', () => startSite(options, variables, logDir, servers))
    }
    return { siteOrigin, cloud, logDir, servers, stop }
  } catch (error) {
    const explained = explainFullDisk(error, options.dataDir)
    await stop()
    throw explained
  }
}
