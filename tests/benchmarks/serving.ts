import { ensureProgram } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'
import { computeMedians, formatMs, formatTable } from './table.ts'
import { runWrk } from './wrk.ts'

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

const rounds = 3
/** The duration of each measurement. */
const seconds = 6

/**
 * Load-tests the home page, alone and with its files, on the site and through the proxy. The two origins take turns, so
 * that other load on the machine affects them alike.
 *
 * @param siteOrigin - the origin of a running production build
 * @returns a table of medians; a page and its files count as one page
 * @throws when a program is missing, nginx does not start, or a request fails
 */
export async function compareServing(siteOrigin: string): Promise<string> {
  const wrkPath = await ensureProgram('wrk')
  const page = await (await fetch(siteOrigin)).text()
  const proxy = await startProxy(new URL(siteOrigin).host)
  try {
    const allPaths = ['/', ...listFiles(page)]
    const gzip = ['Accept-Encoding: gzip']
    const rows: string[][] = []
    for (const { name, headers, paths } of [
      { name: '/', headers: [], paths: ['/'] },
      { name: '/, gzip', headers: gzip, paths: ['/'] },
      { name: `/ with its ${allPaths.length - 1} files, gzip`, headers: gzip, paths: allPaths },
    ]) {
      const measured: number[][] = []
      for (let round = 0; round < rounds; round += 1) {
        const row: number[] = []
        for (const origin of [siteOrigin, proxy.origin]) {
          const options = { seconds, headers, script: createPathsScript(paths) }
          const load = await runWrk(wrkPath, `${origin}/`, options)
          row.push(load.requestsPerSecond / paths.length, load.latencyPercentile99Ms)
        }
        measured.push(row)
      }
      const [siteRate = 0, siteMs = 0, proxyRate = 0, proxyMs = 0] = computeMedians(measured)
      rows.push([name, siteRate.toFixed(0), formatMs(siteMs), proxyRate.toFixed(0), formatMs(proxyMs)])
    }
    return formatTable(['page', 'site, pages/s', 'site, p99', 'proxy, pages/s', 'proxy, p99'], rows)
  } finally {
    await proxy.stop()
  }
}
