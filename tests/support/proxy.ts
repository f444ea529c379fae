import { type ChildProcess, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from 'local-cloud/testing/ports'
import { inRoot } from '../../scripts/lib/paths.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { ensureNginx } from '../../scripts/test/programs.ts'

/** A local nginx with deploy/nginx.conf, adapted to this machine. */
export type SiteProxy = Awaited<ReturnType<typeof startProxy>>

type ProxyOptions = {
  /** The IP and port of the DNS server that resolves the site's name; by default, this machine resolves it once. */
  resolver?: string
  /** The absolute path of a folder with the files that a deployment has in `deploy/tls`; by default an empty folder. */
  tls?: string
  /** How long the proxy waits for a page; by default as long as in a deployment. */
  pageTimeoutSeconds?: number
}

const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Replaces the container's hosts and folders with local ones. */
function adaptConfiguration(configuration: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not contain ${from}.`)
    return text.replaceAll(from, to)
  }, configuration)
}

/** Replaces the name in `name:port` with its IP, since nginx resolves names through DNS, not through the hosts file. */
async function resolveHost(site: string): Promise<string> {
  const { hostname, port } = new URL(`http://${site}`)
  const { address, family } = await lookup(hostname)
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`
}

/**
 * Starts Debian's nginx in front of a site.
 *
 * @param site - the host and port of the site, such as `127.0.0.1:3000`
 * @throws when nginx cannot be installed, or refuses the configuration
 */
export async function startProxy(
  site: string,
  { resolver, tls, pageTimeoutSeconds = 20 }: ProxyOptions = {},
) {
  const nginx = await ensureNginx()
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const innerServerHost = `127.0.0.1:${await findFreePort()}`
  const log = join(folder, 'log')
  for (const name of ['run', 'cache', 'temporary', 'tls']) mkdirSync(join(folder, name))
  const configuration = adaptConfiguration(readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8'), {
    'http://site:3000': `http://${resolver ? site : await resolveHost(site)}`,
    'resolver 127.0.0.11': `resolver ${resolver ?? '127.0.0.11'}`,
    'proxy_read_timeout 20s;': `proxy_read_timeout ${pageTimeoutSeconds}s;`,
    'listen 8080;': `listen 127.0.0.1:${port};`,
    'listen [::]:8080;': `listen [::1]:${port};`,
    '127.0.0.1:8081': innerServerHost,
    '/run/proxy': join(folder, 'run'),
    '/var/cache/proxy': join(folder, 'cache'),
    '/etc/nginx/tls': tls ?? join(folder, 'tls'),
    'error_log stderr': `error_log ${log}`,
    // Only the package's user can write to the default folders.
    'sendfile on;': `sendfile on; ${temporaryPaths.map((name) => `${name}_temp_path ${join(folder, 'temporary')};`).join(' ')}`,
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off;\n${configuration}`)
  // nginx, if started by root, switches to another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  let child: ChildProcess
  let exited: Promise<unknown>
  const start = async () => {
    child = spawn(nginx, ['-p', folder, '-c', file, '-e', log], { stdio: 'ignore' })
    exited = once(child, 'exit')
    // The inner server, which compresses responses, listens on this port whether or not TLS is configured.
    await waitUntilReady(`http://${innerServerHost}/`, {
      exited,
      name: 'nginx',
      timeoutSeconds: 20,
      logFile: log,
    })
  }
  const listWorkers = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').match(/\d+/g) ?? []
  /** Reads the memory use of all nginx processes, in bytes, counting shared memory once. */
  const readMemory = () =>
    [child.pid, ...listWorkers()]
      .map((pid) => /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')))
      .reduce((bytes, pss) => bytes + Number(pss?.[1]) * 1024, 0)
  /** Kills all nginx processes without cleanup, as a power failure would. */
  const kill = async () => {
    // Stops the master process first, so that it starts no new workers.
    child.kill('SIGSTOP')
    for (const worker of listWorkers()) process.kill(Number(worker), 'SIGKILL')
    child.kill('SIGKILL')
    await exited
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    const errorLog = readFileSync(log, 'utf8')
    await stop()
    throw new Error(errorLog, { cause: error })
  }
  return {
    origin,
    /** Reads nginx's log. */
    log: () => readFileSync(log, 'utf8'),
    readMemory,
    kill,
    /** Starts nginx again on the same port, with the files that it left on disk. */
    restart: start,
    stop,
  }
}
