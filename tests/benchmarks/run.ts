import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { allPages, isListed } from '../../lib/pages.ts'
import { stopOnSignals } from '../../scripts/lib/children.ts'
import { defineCommand, Problem } from '../../scripts/lib/command.ts'
import { StepList } from '../../scripts/lib/output.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { ensureProgram } from '../../scripts/test/programs.ts'
import { compareFirstLoads, measureFirstLoads } from './firstLoad.ts'
import { compareMembership } from './membership.ts'
import {
  formatFirstLoadTable,
  formatMembershipTable,
  formatServingTable,
  formatStartTable,
} from './report.ts'
import { compareServing } from './serving.ts'
import { timeStarts } from './startUp.ts'

const help = `npm run bench [-- serving | load | pages | unlisted | membership | up] [--save]

  serving     requests a second and p99 latency of / with wrk: from the site, through its proxy, and from nginx
  load        first loads of / and the largest page on a phone: from the site, through its proxy, and without page
              post-processing
  pages       first loads of the other pages that search engines index
  unlisted    first loads of the pages that search engines do not index, without signing in
  membership  check-subscription from the mirror and from Stripe, and webhooks; SOAK=1 adds 100,000 members
  up          npm run up in a fresh copy of the repository, twice, by step
  --save      also writes the tables to tests/benchmarks/results/`

const benchmarkNames = ['serving', 'load', 'pages', 'unlisted', 'membership', 'up']
const sitePort = 3200
const portBase = 4200
const nginxPort = 3290
const unprocessedPort = 3291
const distDir = '.next-benchmark'
/** The home page and the largest page. */
const comparedPages = ['/', '/studio']

/** Starts a stack, runs a benchmark, and stops the stack. Resolves to the benchmark's table. */
async function runOnStack(steps: StepList, runBenchmark: (stack: Stack) => Promise<string>): Promise<string> {
  const stack = await startStack({
    sitePort,
    portBase,
    dataDir: inRoot('.test', 'benchmark'),
    distDir,
    reset: true,
    steps,
  })
  try {
    return await runBenchmark(stack)
  } finally {
    await stack.stop()
  }
}

const measureServing = (steps: StepList) =>
  runOnStack(steps, async ({ siteOrigin }) => {
    const measure = () => compareServing(siteOrigin, nginxPort)
    return formatServingTable(await steps.run('Load the site, its proxy and nginx in turns', measure))
  })

const measureComparedPages = (steps: StepList) =>
  runOnStack(steps, async ({ siteOrigin, cloud }) => {
    const unprocessedSite = { port: unprocessedPort, distDir }
    const measure = () => compareFirstLoads(siteOrigin, comparedPages, cloud, unprocessedSite)
    return formatFirstLoadTable(await steps.run('Load pages for the first time', measure))
  })

/** Measures the pages that are not compared: those that search engines index, or those that they do not index. */
const measureOtherPages = (steps: StepList, options: { areListed: boolean }) =>
  runOnStack(steps, async ({ siteOrigin }) => {
    const paths = allPages
      .filter((page) => isListed(page) === options.areListed && !comparedPages.includes(page.path))
      .map(({ path }) => path)
    const measure = () => measureFirstLoads(paths.map((page) => ({ page, url: `${siteOrigin}${page}` })))
    return formatFirstLoadTable(await steps.run('Load other pages for the first time', measure))
  })

const measureMembership = (steps: StepList) =>
  runOnStack(steps, async ({ siteOrigin, cloud }) => {
    const wrkPath = await ensureProgram('wrk')
    const measure = () => compareMembership(siteOrigin, cloud, wrkPath)
    return formatMembershipTable(await steps.run('Check memberships, and send webhooks', measure))
  })

const options = { save: { type: 'boolean' } } as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options, allowPositionals: true }, async ({ save }, names) => {
  const unknown = names.find((name) => !benchmarkNames.includes(name))
  if (unknown)
    throw new Problem(`"${unknown}" is not a benchmark. The benchmarks are ${benchmarkNames.join(', ')}.`)
  stopOnSignals(130)
  const isSelected = (name: string) => names.length === 0 || names.includes(name)
  const steps = new StepList()
  const sections: string[] = []
  if (isSelected('serving')) sections.push(`## Serving\n\n${await measureServing(steps)}`)
  if (isSelected('load')) sections.push(`## First loads\n\n${await measureComparedPages(steps)}`)
  if (isSelected('pages')) {
    sections.push(`## First loads of other pages\n\n${await measureOtherPages(steps, { areListed: true })}`)
  }
  if (isSelected('unlisted')) {
    sections.push(
      `## First loads of unlisted pages\n\n${await measureOtherPages(steps, { areListed: false })}`,
    )
  }
  if (isSelected('membership')) {
    sections.push(`## Memberships\n\n${await measureMembership(steps)}`)
  }
  if (isSelected('up')) {
    const times = await steps.run('Start twice in a fresh copy', () => timeStarts({ sitePort, portBase }))
    sections.push(`## Starting\n\n${formatStartTable(times)}`)
  }
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks, ${day}, ${cpus().length} cores, Node ${process.version}\n\n${sections.join('\n\n')}\n`
  console.log(`\n${text}`)
  if (!save) return
  const folder = inRoot('tests', 'benchmarks', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${day}.md`), text)
})
