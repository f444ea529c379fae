import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from 'local-cloud/testing/ports'
import { ensureNginx } from '../../scripts/lib/packages.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { waitUntilItAnswers } from '../../scripts/lib/wait.ts'

/** nginx with deploy/nginx.conf, on this machine. */
export type SiteProxy = { origin: string; stop(): Promise<void> }

/** The folder in which a site and its proxy agree on the generation of pages; absolute. */
export function makeGenerationFolder(): string {
  return mkdtempSync(join(tmpdir(), 'generation-'))
}

/** Replaces what a container has of its own: addresses and folders. */
function adapted(configuration: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no ${from} any more.`)
    return text.replaceAll(from, to)
  }, configuration)
}

/**
 * Starts Debian's nginx in front of a site.
 *
 * @param site - where the site listens: `127.0.0.1:3000`
 * @param generations - the folder that the site has as PROXY_GENERATION_FOLDER
 * @throws when nginx cannot be installed, or refuses the configuration
 */
export async function startProxy(site: string, generations: string): Promise<SiteProxy> {
  const nginx = await ensureNginx()
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const log = join(folder, 'log')
  for (const name of ['run', 'cache', 'tls']) mkdirSync(join(folder, name))
  const configuration = adapted(readFileSync(inRoot('deploy', 'nginx.conf'), 'utf8'), {
    'server site:3000': `server ${site}`,
    'listen 8080': `listen 127.0.0.1:${port}; listen [::1]:${port}`,
    '/run/proxy': join(folder, 'run'),
    '/var/cache/proxy': join(folder, 'cache'),
    '/etc/nginx/tls': join(folder, 'tls'),
    '/var/lib/generation': generations,
    'error_log stderr': `error_log ${log}`,
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off;\n${configuration}`)
  // Started by root, it works as somebody else, who may look into these two.
  for (const path of [folder, generations]) chmodSync(path, 0o755)
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', log], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilItAnswers(`${origin}/`, { exited, what: 'nginx', seconds: 20, logFile: log })
  } catch (error) {
    const words = readFileSync(log, 'utf8')
    await stop()
    throw new Error(words, { cause: error })
  }
  return { origin, stop }
}
