import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Program, runProgram, type Variables } from '../lib/children.ts'
import { Problem } from '../lib/command.ts'
import { StepList } from '../lib/output.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { ensureChromium, ensureNginx, ensureOtherBrowsers, ensurePostgres } from './programs.ts'
import { type Counts, readReport, single, sum } from './results.ts'
import type { TestStack } from './stack.ts'

/**
 * How much of each step runs. Of the browser tests, `quick` runs a purchase, `core` and `all` those without the tag
 * `@nightly`, and `nightly` every one. With `nightly`, random tests run longer, too.
 */
export type Depth = 'quick' | 'core' | 'all' | 'nightly'

const getReportFile = (name: string) => inRoot('.test', 'results', `${name}.json`)

const runAsTest = async (program: Program) => single((await runProgram(program)) === 0)

/** Checks the types of the whole repository. */
export function runTypes(): Promise<Counts> {
  // A build or a development server wrote these types, perhaps of another branch's pages. Next writes them again.
  for (const folder of ['.next/types', '.next/dev/types'])
    rmSync(inRoot(folder), { recursive: true, force: true })
  const references = ['next', 'next/image-types/global'].map((name) => `/// <reference types="${name}" />\n`)
  writeFileSync(inRoot('next-env.d.ts'), references.join(''))
  return runAsTest({ file: programs.tsc, args: ['--noEmit', '-p', root] })
}

/** Checks lint and format of the whole repository. */
export const runLint = (): Promise<Counts> =>
  // Biome colors its output on build servers too, whose logs show the escape codes.
  runAsTest({ file: programs.biome, args: ['ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])] })

/** Checks that the schema and types in `lib/content` are those that `npm run typegen` generates now. */
export async function runFresh(): Promise<Counts> {
  const [committed, folder] = ['lib/content', '.test/generated']
  mkdirSync(inRoot(folder), { recursive: true })
  const env = { ...process.env, GENERATED_DIR: folder }
  if ((await runProgram({ file: inRoot('scripts', 'run.mjs'), args: ['scripts/typegen.ts'], env })) !== 0)
    return single(false)
  const read = (...parts: string[]) => readFileSync(inRoot(...parts), 'utf8')
  const stale = ['schema.generated.json', 'types.generated.ts'].filter(
    (name) => read(folder, name).replaceAll(folder, committed) !== read(committed, name),
  )
  for (const name of stale)
    console.error(`${committed}/${name} is out of date with the schemas and queries: run npm run typegen.`)
  return single(stale.length === 0)
}

/**
 * Runs one of vitest's projects. For depth `nightly`, random tests are longer; with SOAK, they set their full length
 * themselves. Fails when it takes longer than `limitMs`.
 */
export async function runVitest(
  project: 'unit' | 'contract' | 'servers' | 'cloud' | 'browsers' | 'soak',
  depth: Depth,
  variables: Variables = {},
  limitMs?: number,
): Promise<Counts> {
  if (project === 'servers') {
    const steps = new StepList(false)
    await steps.run('Find PostgreSQL', ensurePostgres)
    await steps.run('Find nginx', ensureNginx)
  }
  const report = getReportFile(project)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const isLong = depth === 'nightly' && !process.env.SOAK
  const env = {
    ...(isLong && { HISTORIES: '200', RANDOM_EDITOR_STEPS: '400' }),
    ...process.env,
    ...variables,
  }
  const args = ['run', '--project', project, ...reporters]
  const code = await runProgram({ file: programs.vitest, args, env }, limitMs)
  return readReport(report, code === 0)
}

async function runPlaywright(name: string, args: string[], variables: Variables, mayBeEmpty = false) {
  const report = getReportFile(name)
  const output = ['--output', inRoot('test-results', name), '--reporter=list,json']
  const env = { ...process.env, ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runProgram({ file: programs.playwright, args: ['test', ...output, ...args], env })
  return readReport(report, code === 0, mayBeEmpty)
}

/** Runs the local cloud's own tests, those in a browser included. */
export async function runCloud(depth: Depth): Promise<Counts> {
  const counts = await runVitest('cloud', depth)
  const CHROMIUM_PATH = await new StepList(false).run('Find a browser', ensureChromium)
  const config = ['--config', inRoot('packages', 'local-cloud')]
  return sum([counts, await runPlaywright('cloud-browser', config, { CHROMIUM_PATH })])
}

/**
 * Playwright's projects in rounds, which run one after the other. The projects of a round run concurrently in at
 * most two browsers, because a third one caused timeouts on two cores.
 */
const rounds = { concurrent: ['members', 'pages'], serial: ['serial'] }

/** Playwright's arguments that select the tests of a depth. */
const tagArguments: Record<Depth, readonly string[]> = {
  quick: ['--grep', 'a guest buys, and gets in with one emailed link'],
  core: ['--grep-invert', '@nightly'],
  all: ['--grep-invert', '@nightly'],
  nightly: [],
}

/** The time limit of all journeys in Firefox and WebKit. */
const journeysLimitMs = 180_000

/**
 * Runs the browser tests of a depth, and calls `stack.stop`. For `nightly` without arguments, also runs the journeys in
 * Firefox and WebKit.
 *
 * @param args - Playwright's own arguments
 * @throws Problem when there is no such test
 */
export async function runBrowser(stack: TestStack, depth: Depth, args: readonly string[]): Promise<Counts> {
  try {
    const parts: Counts[] = []
    for (const [name, projects] of Object.entries(rounds)) {
      // With a space, the option would also take the files that follow.
      const selection = projects.map((project) => `--project=${project}`)
      const options = ['--config', inRoot('tests'), '--pass-with-no-tests', ...selection]
      parts.push(
        await runPlaywright(name, [...options, ...tagArguments[depth], ...args], stack.variables, true),
      )
    }
    const counts = sum(parts)
    if (counts.passed + counts.failed + counts.skipped === 0) throw new Problem('No browser test was found.')
    if (depth !== 'nightly' || args.length > 0) return counts
    await new StepList(false).run('Find Firefox and WebKit', ensureOtherBrowsers)
    return sum([counts, await runVitest('browsers', depth, stack.variables, journeysLimitMs)])
  } finally {
    await stack.stop()
  }
}
