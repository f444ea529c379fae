import { ensureProgram } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'
import { type Load, runWrk } from './wrk.ts'

/**
 * The median rates and latencies of one kind of visit: from the site, and through its proxy. The rate of a visit that also
 * loads the page's files counts visits, not requests.
 */
export type Comparison = { name: string; site: Load; proxy: Load }

type Visit = { name: string; headers: string[]; paths: string[] }

/** Lists the paths of Next's scripts, fonts and SVGs in a page's HTML. Style sheets are inline, and thus not listed. */
function listFiles(html: string): string[] {
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
 * Loads the home page from the site and through its proxy; then the page with its files. They take turns, so that other
 * load on the machine affects them alike.
 *
 * @param siteOrigin - the origin of a running production build
 * @throws when a program is missing, nginx does not start, or a request fails
 */
export async function compareServing(siteOrigin: string): Promise<Comparison[]> {
  const wrkPath = await ensureProgram('wrk')
  const page = await (await fetch(siteOrigin)).text()
  const proxy = await startProxy(new URL(siteOrigin).host)
  try {
    const paths = ['/', ...listFiles(page)]
    const gzip = ['Accept-Encoding: gzip']
    const visits = [
      { name: '/', headers: [], paths: ['/'] },
      { name: '/, gzip', headers: gzip, paths: ['/'] },
      { name: `/ with its ${paths.length - 1} files, gzip`, headers: gzip, paths },
    ]
    const comparisons: Comparison[] = []
    for (const visit of visits) {
      const [siteLoads, proxyLoads]: [Load[], Load[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        siteLoads.push(await measureVisit(wrkPath, siteOrigin, visit))
        proxyLoads.push(await measureVisit(wrkPath, proxy.origin, visit))
      }
      comparisons.push({
        name: visit.name,
        site: combineLoads(siteLoads),
        proxy: combineLoads(proxyLoads),
      })
    }
    return comparisons
  } finally {
    await proxy.stop()
  }
}
