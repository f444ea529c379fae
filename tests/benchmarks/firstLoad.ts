import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startProgram } from '../../scripts/lib/children.ts'
import { Problem } from '../../scripts/lib/command.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import {
  type CloudEnvironment,
  getNeutralEnvironment,
  getSiteVariables,
} from '../../scripts/stack/environment.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { ensureChromium } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'

/** Installed on demand: Lighthouse has about two hundred dependencies, and only this measurement uses it. */
const lighthousePackage = 'lighthouse@13.5.0'

/** `simulate` estimates the load on a slow phone from an unthrottled load, `devtools` throttles the browser. */
const throttlingMethods = ['simulate', 'devtools'] as const
const rounds = 5

const audit = z.object({ numericValue: z.number() })
const category = z.object({ score: z.number().nullable() })
const reportSchema = z.object({
  categories: z.object({
    performance: category,
    accessibility: category.optional(),
    'best-practices': category.optional(),
    seo: category.optional(),
  }),
  audits: z.object({
    'first-contentful-paint': audit,
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
  }),
})

/** The medians of one page's loads with one throttling method. Scores are from 0 to 100. */
export type FirstLoad = {
  page: string
  method: (typeof throttlingMethods)[number]
  performanceScore: number
  /** The scores for accessibility, best practices and SEO, which are equal in all rounds. Only for `simulate`. */
  otherScores: readonly number[] | undefined
  firstPaintMs: number
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
}

type Measurement = Omit<FirstLoad, 'page' | 'method'>

/** Installs Lighthouse if it is missing. Returns the path of its program. */
async function ensureLighthouse(): Promise<string> {
  const args = ['exec', '--yes', `--package=${lighthousePackage}`, '-c', 'command -v lighthouse']
  const { stdout } = await promisify(execFile)('npm', args)
  return stdout.trim()
}

function measureLoad(
  url: string,
  method: string,
  lighthousePath: string,
  browserPath: string,
): Promise<Measurement> {
  const flags = '--headless --no-sandbox --disable-gpu'
  const args = [lighthousePath, url, '--quiet', '--output=json']
  if (method === 'devtools') args.push('--only-categories=performance')
  const child = spawn(
    process.execPath,
    [...args, `--throttling-method=${method}`, `--chrome-flags=${flags}`],
    {
      env: { ...process.env, CHROME_PATH: browserPath },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) return reject(new Problem(`${lighthousePackage} exited with code ${code} for ${url}.`))
      const { categories, audits } = reportSchema.parse(JSON.parse(Buffer.concat(chunks).toString()))
      const toPercent = (rated?: z.infer<typeof category>) => Math.round((rated?.score ?? 0) * 100)
      const { performance, accessibility, 'best-practices': bestPractices, seo } = categories
      resolve({
        performanceScore: toPercent(performance),
        otherScores: accessibility && [accessibility, bestPractices, seo].map(toPercent),
        firstPaintMs: audits['first-contentful-paint'].numericValue,
        largestPaintMs: audits['largest-contentful-paint'].numericValue,
        blockingMs: audits['total-blocking-time'].numericValue,
        layoutShift: audits['cumulative-layout-shift'].numericValue,
      })
    })
  })
}

function computeMedian(
  measurements: readonly Measurement[],
  getValue: (measurement: Measurement) => number,
): number {
  const sorted = measurements.map(getValue).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const computeMedians = (measurements: readonly Measurement[]): Measurement => ({
  performanceScore: computeMedian(measurements, ({ performanceScore }) => performanceScore),
  otherScores: measurements[0]?.otherScores,
  firstPaintMs: computeMedian(measurements, ({ firstPaintMs }) => firstPaintMs),
  largestPaintMs: computeMedian(measurements, ({ largestPaintMs }) => largestPaintMs),
  blockingMs: computeMedian(measurements, ({ blockingMs }) => blockingMs),
  layoutShift: computeMedian(measurements, ({ layoutShift }) => layoutShift),
})

/**
 * Measures the first load of pages as on a phone with a slow network. Each round loads every page once, so that other
 * load on the machine affects all pages alike.
 *
 * @param pages - the name and the URL of each page
 * @throws Problem when Lighthouse fails
 */
async function measureFirstLoads(pages: readonly { page: string; url: string }[]): Promise<FirstLoad[]> {
  const browserPath = await ensureChromium()
  const lighthousePath = await ensureLighthouse()
  const loads: FirstLoad[] = []
  for (const method of throttlingMethods) {
    const measurementsByPage = new Map<string, Measurement[]>(pages.map(({ page }) => [page, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const { page, url } of pages)
        measurementsByPage.get(page)?.push(await measureLoad(url, method, lighthousePath, browserPath))
    }
    for (const [page, measurements] of measurementsByPage)
      loads.push({ page, method, ...computeMedians(measurements) })
  }
  return loads
}

/**
 * Measures the first load of pages from the site, and of some also through its proxy, and from a site without page
 * post-processing.
 *
 * @param paths - the paths of the pages, for example `/`
 * @param unprocessedSite - a free port and the build folder, for the site without page post-processing
 * @throws Problem when Lighthouse or the site without page post-processing fails
 */
export async function compareFirstLoads(
  siteOrigin: string,
  { comparedPaths, otherPaths }: { comparedPaths: readonly string[]; otherPaths: readonly string[] },
  cloud: CloudEnvironment,
  unprocessedSite: { port: number; distDir: string },
): Promise<FirstLoad[]> {
  const { port, distDir } = unprocessedSite
  const logFile = join(inRoot(distDir), 'unprocessed.log')
  const server = startProgram({
    file: programs.next,
    args: ['start', '--hostname', 'localhost', '--port', String(port)],
    env: {
      ...getNeutralEnvironment(),
      ...getSiteVariables(cloud, { sitePort: port, distDir }),
      POSTPROCESS_PAGES: 'off',
    },
    logFile,
  })
  const unprocessedOrigin = `http://localhost:${port}`
  const proxy = await startProxy(new URL(siteOrigin).host)
  try {
    const readiness = {
      exited: server.exited,
      name: 'The site without page post-processing',
      timeoutSeconds: 60,
      logFile,
    }
    await waitUntilReady(`${unprocessedOrigin}/api/health`, readiness)
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
