import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { allPages, isListed } from '../../lib/pages.ts'
import { stopAll, stopOnSignals } from '../../scripts/lib/children.ts'
import { StepList } from '../../scripts/lib/output.ts'
import { ensureProgram } from '../../scripts/lib/packages.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { formatError, Problem } from '../../scripts/lib/problem.ts'
import { type Stack, startStack } from '../../scripts/lib/stack.ts'
import { createVersionFolder } from '../support/proxy.ts'
import { compareFirstLoads, measureFirstLoads } from './firstLoad.ts'
import { compareMembership } from './membership.ts'
import { firstLoadTable, membershipTable, servingTable, startTable } from './report.ts'
import { compareServing } from './serving.ts'
import { timeStarts } from './startUp.ts'

const help = `npm run bench [-- serving | load | pages | unlisted | membership | up] [--save]

  serving  requests a second and p99 of / under wrk: the site, through its proxy, and nginx with the same bytes
  load     first loads of home and the heaviest page on a phone: from the site, through its proxy, and as Next writes them
  pages    first loads of the other pages that search engines know
  unlisted  first loads of those that they do not know: accounts, and after the checkout, for who is not signed in
  membership  check-subscription from the mirror and from Stripe, and webhooks; SOAK=1 with 100,000 members
  up       npm run up in a fresh copy of the repository and again, by step
  --save   also write the tables to tests/benchmarks/results/`

const parts = ['serving', 'load', 'pages', 'unlisted', 'membership', 'up']
const sitePort = 3200
const portBase = 4200
const nginxPort = 3290
const plainPort = 3291
const distDir = '.next-benchmark'
/** Home, and the heaviest page. */
const comparedPages = ['/', '/studio']

function parse(args: string[]) {
  const unknown = args.find((argument) => ![...parts, '--save', '--help'].includes(argument))
  if (unknown)
    throw new Problem(
      `"${unknown}" is not an option of bench: it knows ${parts.join(', ')}, --save and --help.`,
    )
  const named = parts.filter((part) => args.includes(part))
  return {
    wanted: named.length ? named : parts,
    save: args.includes('--save'),
    help: args.includes('--help'),
  }
}

/** Runs a measurement on a stack of its own. */
async function onStack(
  steps: StepList,
  work: (stack: Stack) => Promise<string>,
  siteVariables: Record<string, string> = {},
): Promise<string> {
  const stack = await startStack({
    sitePort,
    portBase,
    dataDir: inRoot('.test', 'benchmark'),
    distDir,
    reset: true,
    siteVariables,
    steps,
  })
  try {
    return await work(stack)
  } finally {
    await stack.stop()
  }
}

function measureServing(steps: StepList): Promise<string> {
  const generations = createVersionFolder()
  const work = async ({ siteOrigin }: Stack) => {
    const load = () => compareServing(siteOrigin, generations, nginxPort)
    return servingTable(await steps.run('Load the site, its proxy and nginx in turns', load))
  }
  return onStack(steps, work, { PROXY_CACHE_VERSION_FOLDER: generations })
}

function measureLoads(steps: StepList): Promise<string> {
  const generations = createVersionFolder()
  const work = async ({ siteOrigin, cloud }: Stack) => {
    const plain = { port: plainPort, distDir }
    const load = () => compareFirstLoads(siteOrigin, comparedPages, cloud, generations, plain)
    return firstLoadTable(await steps.run('Load pages for the first time', load))
  }
  return onStack(steps, work, { PROXY_CACHE_VERSION_FOLDER: generations })
}

const measurePages = (steps: StepList, { listed }: { listed: boolean }) =>
  onStack(steps, async ({ siteOrigin }) => {
    const paths = allPages
      .filter((page) => isListed(page) === listed && !comparedPages.includes(page.path))
      .map(({ path }) => path)
    const load = () => measureFirstLoads(paths.map((page) => ({ page, url: `${siteOrigin}${page}` })))
    return firstLoadTable(await steps.run('Load other pages for the first time', load))
  })

const measureMembership = (steps: StepList) =>
  onStack(steps, async ({ siteOrigin, cloud }) => {
    const wrk = await ensureProgram('wrk')
    const load = () => compareMembership(siteOrigin, cloud, wrk)
    return membershipTable(await steps.run('Ask about memberships, and send webhooks', load))
  })

async function main(): Promise<void> {
  const { wanted, save, help: wantsHelp } = parse(process.argv.slice(2))
  if (wantsHelp) return console.log(help)
  const steps = new StepList()
  const sections: string[] = []
  if (wanted.includes('serving')) sections.push(`## Serving\n\n${await measureServing(steps)}`)
  if (wanted.includes('load')) sections.push(`## First loads\n\n${await measureLoads(steps)}`)
  if (wanted.includes('pages')) {
    sections.push(`## First loads of other pages\n\n${await measurePages(steps, { listed: true })}`)
  }
  if (wanted.includes('unlisted')) {
    sections.push(`## First loads of unlisted pages\n\n${await measurePages(steps, { listed: false })}`)
  }
  if (wanted.includes('membership')) {
    sections.push(`## Memberships\n\n${await measureMembership(steps)}`)
  }
  if (wanted.includes('up')) {
    const times = await steps.run('Start from an empty folder, twice', () =>
      timeStarts({ sitePort, portBase }),
    )
    sections.push(`## Starting\n\n${startTable(times)}`)
  }
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks, ${day}, ${cpus().length} cores, Node ${process.version}\n\n${sections.join('\n\n')}\n`
  console.log(`\n${text}`)
  if (!save) return
  const folder = inRoot('tests', 'benchmarks', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${day}.md`), text)
}

stopOnSignals(130)
main().catch(async (error: unknown) => {
  console.error(formatError(error))
  await stopAll()
  process.exit(1)
})
