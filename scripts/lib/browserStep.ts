import { restoreSeed } from '../seed.ts'
import { complete, type Variables } from './children.ts'
import { ensureChromium } from './chromium.ts'
import { readCloudEnvironment } from './environment.ts'
import { StepList } from './output.ts'
import { inRoot, programs } from './paths.ts'
import { Problem } from './problem.ts'
import { type Counts, countPlaywright, readReport, sum } from './results.ts'
import { isTestStackRunning, startTestStack, testStackOptions, testVariables } from './testStack.ts'

/** What may run side by side, in the same two browsers: a third on two cores made tests run into their time-outs. */
const rounds = [
  { name: 'reading', projects: ['members', 'pages'] },
  { name: 'serial', projects: ['serial'] },
]

type Round = (typeof rounds)[number]

async function runRound(
  { name, projects }: Round,
  args: readonly string[],
  variables: Variables,
): Promise<Counts> {
  const report = inRoot('.test', 'results', `browser-${name}.json`)
  const output = ['--output', inRoot('test-results', name)]
  const chosen = projects.flatMap((project) => ['--project', project])
  const code = await complete({
    file: programs.playwright,
    args: ['test', ...chosen, '--pass-with-no-tests', '--reporter=list,json', ...output, ...args],
    env: { ...process.env, ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return readReport(report, code === 0, countPlaywright, { mayBeEmpty: true })
}

async function runRounds(args: readonly string[], variables: Variables): Promise<Counts> {
  const all: Counts[] = []
  for (const round of rounds) all.push(await runRound(round, args, variables))
  const counts = sum(all)
  if (counts.passed + counts.failed + counts.skipped === 0) throw new Problem('No browser test was found.')
  return counts
}

/**
 * The browser tests, on a stack of their own.
 *
 * @param args - Playwright's own arguments; with them a stack that is kept running is used
 */
export async function runBrowser(args: readonly string[], mayReuse: boolean): Promise<Counts> {
  const steps = new StepList()
  const chromium = await steps.run('Find a browser', ensureChromium)
  const variables = testVariables(chromium)
  if (mayReuse && (await isTestStackRunning())) {
    const { dataDir } = testStackOptions()
    await steps.run('Put the content back', () => restoreSeed(readCloudEnvironment(dataDir), dataDir))
    return runRounds(args, variables)
  }
  const stack = await startTestStack(steps)
  try {
    return await runRounds(args, variables)
  } finally {
    await stack.stop()
  }
}
