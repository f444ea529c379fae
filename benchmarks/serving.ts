import { ensureNginx, ensureProgram } from '../scripts/lib/packages.ts'
import { waitUntilItAnswers } from '../scripts/lib/wait.ts'
import { startProxy } from '../tests/support/proxy.ts'
import { serveWithNginx } from './nginx.ts'
import { type Load, runWrk } from './wrk.ts'

/**
 * The site alone, the same site through its proxy, and nginx with the same bytes as files, for one way of asking; each the
 * median of the rounds.
 */
export type Comparison = { name: string; site: Load; proxy: Load; nginx: Load }

const encodings = [
  { name: '/', headers: [] },
  { name: '/, gzip', headers: ['Accept-Encoding: gzip'] },
]

const rounds = 3
const seconds = 6

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function medianLoad(loads: Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    p99: median(loads.map((load) => load.p99)),
    errors: loads.reduce((sum, load) => sum + load.errors, 0),
  }
}

/**
 * Loads the home page from the site, through its proxy and from nginx with the same bytes in turns, so that what else the
 * machine does hits all of them.
 *
 * @param siteOrigin - a running production build
 * @param generations - its PROXY_GENERATION_FOLDER
 * @param nginxPort - a free port
 * @throws Problem when a tool is missing or an answer was wrong
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
    await waitUntilItAnswers(nginxOrigin, {
      exited: new Promise(() => {}),
      what: 'nginx',
      seconds: 10,
      logFile: '',
    })
    const comparisons: Comparison[] = []
    for (const { name, headers } of encodings) {
      const loads: Record<'site' | 'proxy' | 'nginx', Load[]> = { site: [], proxy: [], nginx: [] }
      for (let round = 0; round < rounds; round += 1) {
        loads.site.push(await runWrk(wrk, `${siteOrigin}/`, { seconds, headers }))
        loads.proxy.push(await runWrk(wrk, `${proxy.origin}/`, { seconds, headers }))
        loads.nginx.push(await runWrk(wrk, `${nginxOrigin}/`, { seconds, headers }))
      }
      comparisons.push({
        name,
        site: medianLoad(loads.site),
        proxy: medianLoad(loads.proxy),
        nginx: medianLoad(loads.nginx),
      })
    }
    return comparisons
  } finally {
    await proxy.stop()
    await server.stop()
  }
}
