import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { ensureNginx, ensureProgram } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'
import { serveWithNginx } from './nginx.ts'
import { type Load, runWrk } from './wrk.ts'

/**
 * The median rates and latencies of one kind of visit: from the site, through its proxy, and
 * from nginx, which serves the same page as a file. The rate of a visit that also loads the page's files counts visits,
 * not requests; such a visit is not measured with nginx.
 */
export type Comparison = { name: string; site: Load; proxy: Load; nginx?: Load }

type Visit = { name: string; headers: string[]; paths: string[] }

/** Lists the paths of Next's scripts, fonts and SVGs in a page's HTML. Style sheets are inline, and thus not listed. */
export function listFiles(html: string): string[] {
  return [...new Set(html.match(/\/_next\/static\/[\w~-][\w./~-]*\.(?:js|woff2|svg)/g))]
}

/** Creates a Lua script for wrk that requests the paths in turn. */
const createPathsScript = (paths: string[]) => `
local paths, next = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }, 0
request = function()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
`

async function measureVisit(wrkPath: string, origin: string, { headers, paths }: Visit): Promise<Load> {
  const script = createPathsScript(paths)
  const load = await runWrk(wrkPath, `${origin}/`, { seconds, headers, script })
  return { ...load, requestsPerSecond: load.requestsPerSecond / paths.length }
}

const rounds = 3
/** The duration of each measurement. */
const seconds = 6

function computeMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Returns the median of rates and latencies. */
function combineLoads(loads: Load[]): Load {
  return {
    requestsPerSecond: computeMedian(loads.map((load) => load.requestsPerSecond)),
    latencyPercentile99Ms: computeMedian(loads.map((load) => load.latencyPercentile99Ms)),
  }
}

/**
 * Loads the home page from the site, through its proxy, and from nginx, which serves the same page as a file; then the
 * page with its files, from the site and through its proxy. They take turns, so that other load on the machine affects
 * them alike.
 *
 * @param siteOrigin - the origin of a running production build
 * @param nginxPort - a free port
 * @throws when a program is missing, nginx does not start, or a request fails
 */
export async function compareServing(siteOrigin: string, nginxPort: number): Promise<Comparison[]> {
  const wrkPath = await ensureProgram('wrk')
  const nginxPath = await ensureNginx()
  const page = Buffer.from(await (await fetch(siteOrigin)).arrayBuffer())
  const server = serveWithNginx(nginxPath, nginxPort, page)
  const nginxOrigin = `http://localhost:${nginxPort}`
  const proxy = await startProxy(new URL(siteOrigin).host)
  try {
    await waitUntilReady(nginxOrigin, {
      exited: new Promise(() => {}),
      name: 'nginx',
      timeoutSeconds: 10,
      logFile: '',
    })
    const paths = ['/', ...listFiles(page.toString())]
    const gzip = ['Accept-Encoding: gzip']
    const visits = [
      { name: '/', headers: [], paths: ['/'] },
      { name: '/, gzip', headers: gzip, paths: ['/'] },
      { name: `/ with its ${paths.length - 1} files, gzip`, headers: gzip, paths },
    ]
    const comparisons: Comparison[] = []
    for (const visit of visits) {
      const loads: Record<'site' | 'proxy' | 'nginx', Load[]> = { site: [], proxy: [], nginx: [] }
      for (let round = 0; round < rounds; round += 1) {
        loads.site.push(await measureVisit(wrkPath, siteOrigin, visit))
        loads.proxy.push(await measureVisit(wrkPath, proxy.origin, visit))
        if (visit.paths.length === 1) loads.nginx.push(await measureVisit(wrkPath, nginxOrigin, visit))
      }
      comparisons.push({
        name: visit.name,
        site: combineLoads(loads.site),
        proxy: combineLoads(loads.proxy),
        ...(loads.nginx.length > 0 && { nginx: combineLoads(loads.nginx) }),
      })
    }
    return comparisons
  } finally {
    await proxy.stop()
    await server.stop()
  }
}
