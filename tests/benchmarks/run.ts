import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { allPages } from '../../lib/pages.ts'
import { stopOnSignals } from '../../scripts/lib/children.ts'
import { defineCommand, Problem } from '../../scripts/lib/command.ts'
import { runStep } from '../../scripts/lib/output.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { ensureProgram } from '../../scripts/test/programs.ts'
import { compareFirstLoads } from './firstLoad.ts'
import { compareMembership } from './membership.ts'
import { compareServing } from './serving.ts'
import { timeStarts } from './startUp.ts'

const help = `npm run bench [-- pages | serving | membership | up] [--save] runs benchmarks; fails if a request fails.

  pages       first loads of every page on a phone; for / and the largest page, also through the proxy, and without
              page post-processing
  serving     requests per second and p99 latency of / with wrk: from the site, and through its proxy
  membership  check-subscription for members, from the mirror and from Stripe; and webhooks
  up          the time of each step of npm run up, run twice in a fresh copy of the repository
  --save      also writes the tables to tests/benchmarks/results/`

const ports = { sitePort: 3200, portBase: 4200 }
const distDir = '.next-benchmark'
const unprocessedSite = { port: 3291, distDir }
/** The home page and the largest page. */
const comparedPaths = ['/', '/studio']

/** Benchmarks of a running site. Each returns a table. */
const siteBenchmarks: Record<string, (stack: Stack) => Promise<string>> = {
  pages: async ({ siteOrigin, cloud }) => {
    const otherPaths = allPages.map(({ path }) => path).filter((path) => !comparedPaths.includes(path))
    const paths = { comparedPaths, otherPaths }
    return compareFirstLoads(siteOrigin, paths, cloud, unprocessedSite)
  },
  serving: ({ siteOrigin }) => compareServing(siteOrigin),
  membership: async ({ siteOrigin, cloud }) =>
    compareMembership(siteOrigin, cloud, await ensureProgram('wrk')),
}

const names = [...Object.keys(siteBenchmarks), 'up']

/** Runs a benchmark and returns its table. Starts a stack first, unless the benchmark measures that start. */
async function runBenchmark(name: string): Promise<string> {
  // Wrapped in an object, because `runStep` prints a returned string beside the step's duration.
  const measure = async (run: () => Promise<string>) => {
    const { table } = await runStep(`Measure ${name}`, async () => ({ table: await run() }))
    return table
  }
  const benchmark = siteBenchmarks[name]
  if (!benchmark) return measure(() => timeStarts(ports))
  const stack = await startStack({ ...ports, dataDir: inRoot('.test', 'benchmark'), distDir, reset: true })
  try {
    return await measure(() => benchmark(stack))
  } finally {
    await stack.stop()
  }
}

const options = { save: { type: 'boolean' } } as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options, allowPositionals: true }, async ({ save }, chosen) => {
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown) throw new Problem(`"${unknown}" is not a benchmark. The benchmarks are ${names.join(', ')}.`)
  stopOnSignals(130)
  const day = new Date().toISOString().slice(0, 10)
  let text = `# Benchmarks, ${day}, ${cpus().length} cores, Node ${process.version}\n`
  for (const name of chosen.length ? names.filter((name) => chosen.includes(name)) : names)
    text += `\n## ${name}\n\n${await runBenchmark(name)}\n`
  console.log(`\n${text}`)
  if (!save) return
  const folder = inRoot('tests', 'benchmarks', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${day}.md`), text)
})
