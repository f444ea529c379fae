import { type ChildProcess, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from 'local-cloud/testing/ports'
import { ensureNginx } from '../../scripts/lib/packages.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { waitUntilReady } from '../../scripts/lib/waitUntilReady.ts'

/** nginx with deploy/nginx.conf, on this machine. */
export type SiteProxy = {
  origin: string
  /** The content of its log. */
  log(): string
  /** Ends it as a power cut does: no process of it tidies up. */
  kill(): Promise<void>
  /** Starts it again on its port, with what it has left on the disk. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** IP and port of the name server for the site; without one its name is one of this machine. */
  resolver?: string
  /** A folder with what an operator puts into deploy/tls; absolute. */
  tls?: string
}

/** The folder in which a site and its proxy agree on the generation of pages; absolute. */
export function createVersionFolder(): string {
  return mkdtempSync(join(tmpdir(), 'generation-'))
}

/** Replaces the container's own hosts and folders. */
function adapted(configuration: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no ${from} any more.`)
    return text.replaceAll(from, to)
  }, configuration)
}

/** nginx sends names to a name server, and reads no file of this machine. */
async function withConnectionString(site: string): Promise<string> {
  const { hostname, port } = new URL(`http://${site}`)
  const { address, family } = await lookup(hostname)
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`
}

/**
 * Starts Debian's nginx in front of a site.
 *
 * @param site - where the site listens: `127.0.0.1:3000`
 * @param generations - the folder that the site has as PROXY_CACHE_VERSION_FOLDER
 * @throws when nginx cannot be installed, or refuses the configuration
 */
export async function startProxy(
  site: string,
  generations: string,
  { resolver, tls }: Options = {},
): Promise<SiteProxy> {
  const nginx = await ensureNginx()
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const inner = `127.0.0.1:${await freePort()}`
  const log = join(folder, 'log')
  for (const name of ['run', 'cache', 'tls']) mkdirSync(join(folder, name))
  const configuration = adapted(readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8'), {
    'http://site:3000': `http://${resolver ? site : await withConnectionString(site)}`,
    'resolver 127.0.0.11': `resolver ${resolver ?? '127.0.0.11'}`,
    'listen 8080;': `listen 127.0.0.1:${port};`,
    'listen [::]:8080;': `listen [::1]:${port};`,
    '127.0.0.1:8081': inner,
    '/run/proxy': join(folder, 'run'),
    '/var/cache/proxy': join(folder, 'cache'),
    '/etc/nginx/tls': tls ?? join(folder, 'tls'),
    '/var/lib/generation': generations,
    'error_log stderr': `error_log ${log}`,
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off;\n${configuration}`)
  // Started by root, it runs as another user, who needs access to these two.
  for (const path of [folder, generations]) chmodSync(path, 0o755)
  let child: ChildProcess
  let exited: Promise<unknown>
  const begin = async () => {
    child = spawn(nginx, ['-p', folder, '-c', file, '-e', log], { stdio: 'ignore' })
    exited = once(child, 'exit')
    // That one serves plain HTTP in any case.
    await waitUntilReady(`http://${inner}/`, { exited, what: 'nginx', seconds: 20, logFile: log })
  }
  const kill = async () => {
    // Not the time to start other workers.
    child.kill('SIGSTOP')
    const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').match(/\d+/g)
    for (const worker of workers ?? []) process.kill(Number(worker), 'SIGKILL')
    child.kill('SIGKILL')
    await exited
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await begin()
  } catch (error) {
    const words = readFileSync(log, 'utf8')
    await stop()
    throw new Error(words, { cause: error })
  }
  return { origin, log: () => readFileSync(log, 'utf8'), kill, restart: begin, stop }
}
