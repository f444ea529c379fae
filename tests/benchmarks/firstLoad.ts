import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { inRoot } from '../../scripts/lib/paths.ts'
import {
  type CloudEnvironment,
  getNeutralEnvironment,
  getSiteVariables,
} from '../../scripts/stack/environment.ts'
import { ensureChromium } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'
import { serveBuild } from '../support/secondSite.ts'
import { computeMedians, formatMs, formatTable } from './table.ts'

/** Installed on demand: Lighthouse has about two hundred dependencies, and only this measurement uses it. */
const lighthousePackage = 'lighthouse@13.5.0'

/** `simulate` estimates a slow phone's load from an unthrottled load; `devtools` throttles the browser. */
const throttlingMethods = ['simulate', 'devtools'] as const
const rounds = 5

const runFile = promisify(execFile)

const auditNames = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const
const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.enum(auditNames), z.object({ numericValue: z.number() })),
})

/** The category scores from 0 to 100, and the audit values: milliseconds, except for the layout shift. */
type FirstLoad = { scores: number[]; values: number[] }

/** Measures one load. Throws when the page cannot be loaded. */
async function measureLoad(
  url: string,
  method: string,
  { lighthouse, browser }: { lighthouse: string; browser: string },
): Promise<FirstLoad> {
  const { stdout } = await runFile(
    process.execPath,
    [
      ...[lighthouse, url, '--quiet', '--output=json', `--throttling-method=${method}`],
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ...(method === 'devtools' ? ['--only-categories=performance'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  )
  const report = reportSchema.safeParse(JSON.parse(stdout))
  if (!report.success)
    throw new Error(`Lighthouse could not measure ${url}: ${z.prettifyError(report.error)}`)
  const { categories, audits } = report.data
  return {
    scores: Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100)),
    values: auditNames.map((name) => audits[name].numericValue),
  }
}

/** Measures pages in rounds, so that other load on the machine affects them alike. Returns a table of medians. */
async function measureFirstLoads(pages: readonly { page: string; url: string }[]): Promise<string> {
  const browser = await ensureChromium()
  const args = ['exec', '--yes', `--package=${lighthousePackage}`, '-c', 'command -v lighthouse']
  const lighthouse = (await runFile('npm', args)).stdout.trim()
  const rows: string[][] = []
  for (const method of throttlingMethods) {
    const loads = new Map<string, FirstLoad[]>(pages.map(({ page }) => [page, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const { page, url } of pages)
        loads.get(page)?.push(await measureLoad(url, method, { lighthouse, browser }))
    }
    for (const [page, measured] of loads) {
      const [shift = Number.NaN, ...times] = computeMedians(measured.map(({ values }) => values)).toReversed()
      const scores = computeMedians(measured.map((load) => load.scores))
      rows.push([page, method, scores.join(' / '), ...times.toReversed().map(formatMs), shift.toFixed(3)])
    }
  }
  const scoreNames = 'performance / accessibility / best practices / SEO'
  return formatTable(
    ['page', 'network', scoreNames, 'first paint', 'largest paint', 'blocking', 'shift'],
    rows,
  )
}

/**
 * Measures first loads on a simulated phone with a slow network: every page from the site, and some also through the
 * proxy and from a site without page post-processing.
 *
 * @param unprocessedSite - a free port and the build folder, for the site without page post-processing
 * @returns a table
 * @throws when a page cannot be loaded, or the site without page post-processing does not start
 */
export async function compareFirstLoads(
  siteOrigin: string,
  { comparedPaths, otherPaths }: { comparedPaths: readonly string[]; otherPaths: readonly string[] },
  cloud: CloudEnvironment,
  { port, distDir }: { port: number; distDir: string },
): Promise<string> {
  const logFile = join(inRoot(distDir), 'unprocessed.log')
  const variables = getSiteVariables(cloud, { sitePort: port, distDir })
  const env = { ...getNeutralEnvironment(), ...variables, POSTPROCESS_PAGES: 'off' }
  const server = await serveBuild({ sitePort: port, env, logFile })
  const unprocessedOrigin = `http://localhost:${port}`
  const proxy = await startProxy(new URL(siteOrigin).host)
  try {
    const comparedPages = comparedPaths.flatMap((path) => [
      { page: path, url: `${siteOrigin}${path}` },
      { page: `${path} through the proxy`, url: `${proxy.origin}${path}` },
      { page: `${path} without page post-processing`, url: `${unprocessedOrigin}${path}` },
    ])
    const otherPages = otherPaths.map((path) => ({ page: path, url: `${siteOrigin}${path}` }))
    return await measureFirstLoads([...comparedPages, ...otherPages])
  } finally {
    await proxy.stop()
    await server.stop()
  }
}
