import { runProgram, type Variables } from '../lib/children.ts'
import { StepList } from '../lib/output.ts'
import { inRoot, programs } from '../lib/paths.ts'
import { Problem } from '../lib/problem.ts'
import { readCloudEnvironment } from '../stack/environment.ts'
import { restoreSeed } from '../stack/seed.ts'
import type { Depth } from './arguments.ts'
import { ensureChromium } from './chromium.ts'
import { ensureOtherBrowsers } from './packages.ts'
import { type Counts, readReport, sum } from './results.ts'
import { isTestStackRunning, startTestStack, testStackOptions, testVariables } from './testStack.ts'
import { runVitest } from './testSteps.ts'

/**
 * Playwright's projects in rounds, which run one after the other. The projects of a round run concurrently in at
 * most two browsers, because a third one caused timeouts on two cores.
 */
const rounds = [
  { name: 'concurrent', projects: ['members', 'pages'] },
  { name: 'serial', projects: ['serial'] },
]

/** Playwright's arguments that select the tests of a depth by their tags. */
const tagArguments: Record<Depth, readonly string[]> = {
  quick: ['--grep', '@quick'],
  core: ['--grep-invert', '@all|@nightly'],
  all: ['--grep-invert', '@nightly'],
  nightly: [],
}

type Round = (typeof rounds)[number]

async function runRound(
  { name, projects }: Round,
  args: readonly string[],
  variables: Variables,
): Promise<Counts> {
  const report = inRoot('.test', 'results', `browser-${name}.json`)
  const output = ['--output', inRoot('test-results', name)]
  const chosen = projects.flatMap((project) => ['--project', project])
  const code = await runProgram({
    file: programs.playwright,
    args: [
      ...['test', '--config', inRoot('tests'), '--pass-with-no-tests', '--reporter=list,json'],
      ...chosen,
      ...output,
      ...args,
    ],
    env: { ...process.env, ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return readReport(report, code === 0, { mayBeEmpty: true })
}

async function runRounds(args: readonly string[], variables: Variables): Promise<Counts> {
  const countsByRound: Counts[] = []
  for (const round of rounds) countsByRound.push(await runRound(round, args, variables))
  const counts = sum(countsByRound)
  if (counts.passed + counts.failed + counts.skipped === 0) throw new Problem('No browser test was found.')
  return counts
}

/** The time limit of all journeys in Firefox and WebKit. */
const journeysLimitMs = 180_000

/** The local cloud and site of the browser tests. */
export type TestStack = { variables: Variables; stop(): Promise<void> }

/**
 * Finds or installs a browser, and starts the tests' own stack, from the seed and rebuilt after a change.
 *
 * @param options.mayReuse - whether a stack that already runs is used instead, with its content restored to the seed;
 *   `stop` then leaves it running
 * @param options.live - whether to show the running duration of each step, which other output would break
 */
export async function prepareStack({ mayReuse = false, live = true } = {}): Promise<TestStack> {
  const steps = new StepList(live)
  const variables = testVariables(await steps.run('Find a browser', ensureChromium))
  if (mayReuse && (await isTestStackRunning())) {
    const { dataDir } = testStackOptions()
    await steps.run('Restore the seed', () => restoreSeed(readCloudEnvironment(dataDir), dataDir))
    return { variables, stop: async () => {} }
  }
  const stack = await startTestStack(steps)
  return { variables, stop: stack.stop }
}

/**
 * Runs the browser tests of a depth, and calls `stack.stop`. For `nightly` without arguments, also runs the journeys in
 * Firefox and WebKit.
 *
 * @param args - Playwright's own arguments
 */
export async function runBrowser(stack: TestStack, depth: Depth, args: readonly string[]): Promise<Counts> {
  try {
    const counts = await runRounds([...tagArguments[depth], ...args], stack.variables)
    if (depth !== 'nightly' || args.length > 0) return counts
    await new StepList(false).run('Find Firefox and WebKit', ensureOtherBrowsers)
    return sum([counts, await runVitest('browsers', depth, stack.variables, journeysLimitMs)])
  } finally {
    await stack.stop()
  }
}
