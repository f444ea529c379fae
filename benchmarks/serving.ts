import { findProgram, installLog, installWithApt } from '../scripts/lib/packages.ts'
import { Problem } from '../scripts/lib/problem.ts'
import { waitUntilItAnswers } from '../scripts/lib/wait.ts'
import { serveWithNginx } from './nginx.ts'
import { type Load, runWrk } from './wrk.ts'

/** The site beside nginx for one way of asking, each the median of the rounds. */
export type Comparison = { name: string; site: Load; nginx: Load }

const encodings = [
  { name: '/', headers: [] },
  { name: '/, gzip', headers: ['Accept-Encoding: gzip'] },
]

const rounds = 3
const seconds = 6

/** The path of a program, installed when it is missing. */
export async function ensureProgram(name: string): Promise<string> {
  const present = findProgram([name])
  if (present) return present
  await installWithApt([name])
  const installed = findProgram([name])
  if (!installed)
    throw new Problem(`${name} is missing and could not be installed: install it first.`, installLog)
  return installed
}

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
 * Loads the site's home page and nginx with the same bytes in turns, so that what else the machine does hits both.
 *
 * @param siteOrigin - a running production build
 * @param nginxPort - a free port
 * @throws Problem when a tool is missing or an answer was wrong
 */
export async function compareServing(siteOrigin: string, nginxPort: number): Promise<Comparison[]> {
  const wrk = await ensureProgram('wrk')
  const nginx = await ensureProgram('nginx')
  const page = Buffer.from(await (await fetch(siteOrigin)).arrayBuffer())
  const server = serveWithNginx(nginx, nginxPort, page)
  const nginxOrigin = `http://localhost:${nginxPort}`
  try {
    await waitUntilItAnswers(nginxOrigin, {
      exited: new Promise(() => {}),
      what: 'nginx',
      seconds: 10,
      logFile: '',
    })
    const comparisons: Comparison[] = []
    for (const { name, headers } of encodings) {
      const loads: { site: Load[]; nginx: Load[] } = { site: [], nginx: [] }
      for (let round = 0; round < rounds; round += 1) {
        loads.site.push(await runWrk(wrk, `${siteOrigin}/`, { seconds, headers }))
        loads.nginx.push(await runWrk(wrk, `${nginxOrigin}/`, { seconds, headers }))
      }
      comparisons.push({ name, site: medianLoad(loads.site), nginx: medianLoad(loads.nginx) })
    }
    return comparisons
  } finally {
    await server.stop()
  }
}
