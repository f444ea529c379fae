import { ensureNginx, ensureProgram } from '../../scripts/lib/packages.ts'
import { waitUntilReady } from '../../scripts/lib/waitUntilReady.ts'
import { startProxy } from '../support/proxy.ts'
import { serveWithNginx } from './nginx.ts'
import { type Load, runWrk } from './wrk.ts'

/**
 * The site alone, the same site through its proxy, and nginx with the same bytes as files, for one mode; each the
 * median of the rounds. A whole page is the page with the files of its first visit, counted once, and nginx is not
 * measured.
 */
export type Comparison = { name: string; site: Load; proxy: Load; nginx?: Load }

type Mode = { name: string; headers: string[]; paths: string[] }

/** The framework's files that a page loads at the first visit; its style sheets stand in it. */
export function listFiles(page: string): string[] {
  return [...new Set(page.match(/\/_next\/static\/[\w~-][\w./~-]*\.(?:js|woff2|svg)/g))]
}

/** A script for wrk that requests one path after the other. */
const inTurn = (paths: string[]) => `
local paths, next = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }, 0
request = function()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
`

async function load(wrk: string, origin: string, { headers, paths }: Mode): Promise<Load> {
  const all = await runWrk(wrk, `${origin}/`, { seconds, headers, script: inTurn(paths) })
  return { ...all, requestsPerSecond: all.requestsPerSecond / paths.length }
}

const rounds = 3
const seconds = 6

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function medianLoad(loads: Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    percentile99Ms: median(loads.map((load) => load.percentile99Ms)),
    errors: loads.reduce((sum, load) => sum + load.errors, 0),
  }
}

/**
 * Loads the home page, alone and with its files, from the site, through its proxy and from nginx with the same bytes
 * in turns, so that other load on the machine affects all of them.
 *
 * @param siteOrigin - a running production build
 * @param generations - its PROXY_CACHE_VERSION_FOLDER
 * @param nginxPort - a free port
 * @throws Problem when a tool is missing or a response was wrong
 */
export async function compareServing(
  siteOrigin: string,
  generations: string,
  nginxPort: number,
): Promise<Comparison[]> {
  const wrk = await ensureProgram('wrk')
  const nginx = await ensureNginx()
  const page = Buffer.from(await (await fetch(siteOrigin)).arrayBuffer())
  const server = serveWithNginx(nginx, nginxPort, page)
  const nginxOrigin = `http://localhost:${nginxPort}`
  const proxy = await startProxy(new URL(siteOrigin).host, generations)
  try {
    await waitUntilReady(nginxOrigin, {
      exited: new Promise(() => {}),
      name: 'nginx',
      timeoutSeconds: 10,
      logFile: '',
    })
    const paths = ['/', ...listFiles(page.toString())]
    const gzip = ['Accept-Encoding: gzip']
    const ways = [
      { name: '/', headers: [], paths: ['/'] },
      { name: '/, gzip', headers: gzip, paths: ['/'] },
      { name: `/ with its ${paths.length - 1} files, gzip`, headers: gzip, paths },
    ]
    const comparisons: Comparison[] = []
    for (const way of ways) {
      const loads: Record<'site' | 'proxy' | 'nginx', Load[]> = { site: [], proxy: [], nginx: [] }
      for (let round = 0; round < rounds; round += 1) {
        loads.site.push(await load(wrk, siteOrigin, way))
        loads.proxy.push(await load(wrk, proxy.origin, way))
        if (way.paths.length === 1) loads.nginx.push(await load(wrk, nginxOrigin, way))
      }
      comparisons.push({
        name: way.name,
        site: medianLoad(loads.site),
        proxy: medianLoad(loads.proxy),
        ...(loads.nginx.length > 0 && { nginx: medianLoad(loads.nginx) }),
      })
    }
    return comparisons
  } finally {
    await proxy.stop()
    await server.stop()
  }
}
