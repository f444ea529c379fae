import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startProgram } from '../../scripts/lib/children.ts'
import { ensureChromium } from '../../scripts/lib/chromium.ts'
import {
  type CloudEnvironment,
  getNeutralEnvironment,
  getSiteVariables,
} from '../../scripts/lib/environment.ts'
import { inRoot, programs } from '../../scripts/lib/paths.ts'
import { Problem } from '../../scripts/lib/problem.ts'
import { waitUntilReady } from '../../scripts/lib/waitUntilReady.ts'
import { startProxy } from '../support/proxy.ts'

/** Not among the packages of the project: two hundred of them, for this measurement alone. */
const lighthouse = 'lighthouse@13.5.0'

/** `simulate` computes a slow phone from a quick load, `devtools` slows the browser down. */
const methods = ['simulate', 'devtools'] as const
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

/** Medians of one page: scores from 0 to 100, times in milliseconds. */
export type FirstLoad = {
  page: string
  method: (typeof methods)[number]
  performance: number
  /** Accessibility, best practices and SEO, of which each load says the same; measured where the network is simulated. */
  others: readonly number[] | undefined
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
}

type Round = Omit<FirstLoad, 'page' | 'method'>

/** The measuring program's file, fetched first when it is not there. */
async function ensureLighthouse(): Promise<string> {
  const args = ['exec', '--yes', `--package=${lighthouse}`, '-c', 'command -v lighthouse']
  const { stdout } = await promisify(execFile)('npm', args)
  return stdout.trim()
}

function measure(url: string, method: string, program: string, browser: string): Promise<Round> {
  const flags = '--headless --no-sandbox --disable-gpu'
  const args = [program, url, '--quiet', '--output=json']
  if (method === 'devtools') args.push('--only-categories=performance')
  const child = spawn(
    process.execPath,
    [...args, `--throttling-method=${method}`, `--chrome-flags=${flags}`],
    {
      env: { ...process.env, CHROME_PATH: browser },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) return reject(new Problem(`${lighthouse} ended with ${code} for ${url}.`))
      const { categories, audits } = reportSchema.parse(JSON.parse(Buffer.concat(parts).toString()))
      const score = (rated?: z.infer<typeof category>) => Math.round((rated?.score ?? 0) * 100)
      const { performance, accessibility, 'best-practices': bestPractices, seo } = categories
      resolve({
        performance: score(performance),
        others: accessibility && [accessibility, bestPractices, seo].map(score),
        firstPaint: audits['first-contentful-paint'].numericValue,
        largestPaint: audits['largest-contentful-paint'].numericValue,
        blocking: audits['total-blocking-time'].numericValue,
        shift: audits['cumulative-layout-shift'].numericValue,
      })
    })
  })
}

function getMedian(all: readonly Round[], pick: (round: Round) => number): number {
  return all.map(pick).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}

const medians = (all: readonly Round[]): Round => ({
  performance: getMedian(all, ({ performance }) => performance),
  others: all[0]?.others,
  firstPaint: getMedian(all, ({ firstPaint }) => firstPaint),
  largestPaint: getMedian(all, ({ largestPaint }) => largestPaint),
  blocking: getMedian(all, ({ blocking }) => blocking),
  shift: getMedian(all, ({ shift }) => shift),
})

/**
 * Loads pages as a phone on a slow network does, in turns, so that other load on the machine affects all of them.
 *
 * @param pages - the name and the URL of each
 * @throws Problem when the measuring program fails
 */
export async function measureFirstLoads(
  pages: readonly { page: string; url: string }[],
): Promise<FirstLoad[]> {
  const browser = await ensureChromium(() => {})
  const program = await ensureLighthouse()
  const loads: FirstLoad[] = []
  for (const method of methods) {
    const measured = new Map<string, Round[]>(pages.map(({ page }) => [page, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const { page, url } of pages)
        measured.get(page)?.push(await measure(url, method, program, browser))
    }
    for (const [page, all] of measured) loads.push({ page, method, ...medians(all) })
  }
  return loads
}

/**
 * Loads pages from the site, through its proxy, and as Next alone writes them.
 *
 * @param paths - of the pages, for example `/`
 * @param generations - the site's PROXY_CACHE_VERSION_FOLDER
 * @param plain - how the same build is served without server/pageCache.ts: a free port, and the build's folder
 * @throws Problem when the measuring program or the second server fails
 */
export async function compareFirstLoads(
  siteOrigin: string,
  paths: readonly string[],
  cloud: CloudEnvironment,
  generations: string,
  plain: { port: number; distDir: string },
): Promise<FirstLoad[]> {
  const logFile = join(inRoot(plain.distDir), 'plain.log')
  const server = startProgram({
    file: programs.next,
    args: ['start', '--hostname', 'localhost', '--port', String(plain.port)],
    env: {
      ...getNeutralEnvironment(),
      ...getSiteVariables(cloud, { sitePort: plain.port, distDir: plain.distDir }),
      POSTPROCESS_PAGES: 'off',
    },
    logFile,
  })
  const plainOrigin = `http://localhost:${plain.port}`
  const proxy = await startProxy(new URL(siteOrigin).host, generations)
  try {
    const response = { exited: server.exited, name: 'The second site', timeoutSeconds: 60, logFile }
    await waitUntilReady(`${plainOrigin}/api/health`, response)
    const pages = paths.flatMap((path) => [
      { page: path, url: `${siteOrigin}${path}` },
      { page: `${path} through the proxy`, url: `${proxy.origin}${path}` },
      { page: `${path} as Next writes it`, url: `${plainOrigin}${path}` },
    ])
    return await measureFirstLoads(pages)
  } finally {
    await proxy.stop()
    await server.stop()
  }
}
