import { styleText } from 'node:util'
import { stopAll, stopOnSignals } from './lib/children.ts'
import { defineCommand, formatError, Problem } from './lib/command.ts'
import { formatSeconds } from './lib/output.ts'
import { startStack } from './stack/stack.ts'
import { prepareStack, type TestStack, testStackOptions } from './test/stack.ts'
import { type Depth, runBrowser, runCloud, runFresh, runLint, runTypes, runVitest } from './test/steps.ts'

/** The test steps, in the order in which they run. */
const testSteps = [
  'types',
  'lint',
  'fresh',
  'unit',
  'contract',
  'servers',
  'cloud',
  'browser',
  'soak',
] as const
type TestStep = (typeof testSteps)[number]

const help = `npm test [-- step …] runs the tests that every change has to pass, or the named steps: ${testSteps.join(', ')}.
npm test -- quick runs types, lint, unit tests and one browser journey; npm run typecheck runs only types.
npm run test:all runs every step but soak, without the browser tests tagged @nightly.
npm run test:nightly runs every step but soak, with every browser test.
npm run test:e2e -- … passes arguments to Playwright; npm run test:stack keeps the tests' local cloud and site running.
npm run soak runs every test at its full length, and then the tests with load and faults (npm test -- soak).

TEST_SITE_PORT (3100) and TEST_PORT_BASE (4100) change the ports of the browser tests.`

const stepsByDepth: Record<Depth, readonly TestStep[]> = {
  quick: ['types', 'lint', 'unit', 'browser'],
  core: ['types', 'lint', 'fresh', 'unit', 'contract', 'browser'],
  all: testSteps.filter((step) => step !== 'soak'),
  nightly: testSteps.filter((step) => step !== 'soak' || process.env.SOAK),
}

const isStep = (name: string): name is TestStep => testSteps.some((step) => step === name)
const isDepth = (name: string): name is Depth => name in stepsByDepth

type TestArguments = { steps: readonly TestStep[]; depth: Depth; browserArguments?: string[] | undefined }

/**
 * Parses the arguments of `npm test`: the steps to run, their depth, and the arguments for Playwright.
 *
 * @param names - `quick`, `all` or `nightly` (by default `core`, or `nightly` with arguments for Playwright, which select from
 *   all browser tests), and step names, by default the depth's
 * @throws Problem for any other name
 */
export function parseTestArguments(names: readonly string[], browserArguments?: string[]): TestArguments {
  const depth = names.find(isDepth) ?? (browserArguments ? 'nightly' : 'core')
  const unknown = names.find((name) => !isDepth(name) && !isStep(name))
  if (unknown)
    throw new Problem(
      `"${unknown}" is not a test step. The steps are quick, all, nightly, ${testSteps.join(', ')}.`,
    )
  const steps = testSteps.filter((step) => names.includes(step))
  return { steps: steps.length ? steps : stepsByDepth[depth], depth, browserArguments }
}

async function runStep(
  step: TestStep,
  { depth, browserArguments = [] }: TestArguments,
  stack: Promise<TestStack> | undefined,
): Promise<boolean> {
  if (step === 'types') return runTypes()
  if (step === 'lint') return runLint()
  if (step === 'fresh') return runFresh()
  if (step === 'cloud') return runCloud(depth)
  if (step === 'browser') return stack !== undefined && runBrowser(await stack, depth, browserArguments)
  return runVitest(step, depth)
}

async function runTests(chosen: TestArguments): Promise<void> {
  const results: { step: TestStep; hasPassed: boolean; seconds: number }[] = []
  let stack: Promise<TestStack> | undefined
  for (const step of chosen.steps) {
    // The stack is built during the other steps, except the type check, which deletes types that a build writes. With
    // arguments for Playwright, a running stack is reused.
    if (step !== 'types' && chosen.steps.includes('browser') && !stack) {
      stack = prepareStack(Boolean(chosen.browserArguments))
      // The browser step reports the failure.
      stack.catch(() => {})
    }
    console.log(`\n${styleText('bold', `— ${step} —`)}`)
    const start = performance.now()
    const hasPassed = await runStep(step, chosen, stack).catch((error: unknown) => {
      console.error(formatError(error))
      return false
    })
    results.push({ step, hasPassed, seconds: (performance.now() - start) / 1000 })
  }
  await stopAll()
  console.log('')
  for (const { step, hasPassed, seconds } of results)
    console.log(
      `${hasPassed ? styleText('green', '✓') : styleText('red', '✗')} ${step.padEnd(9)} ${styleText('dim', formatSeconds(seconds))}`,
    )
  process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1
}

async function keepStackRunning(): Promise<void> {
  const { siteOrigin } = await startStack(testStackOptions())
  console.log(`\nThe test stack is running at ${siteOrigin}: npm run test:e2e uses it. Stop with Ctrl-C.`)
}

/** Runs the command with the arguments of this process. */
export function run(): Promise<void> {
  // Arguments after `--` are Playwright's.
  const args = process.argv.slice(2)
  const separator = args.indexOf('--')
  const browserArguments = separator < 0 ? undefined : args.splice(separator).slice(1)
  const asksForHelp = browserArguments?.includes('--help') ? ['--help'] : []
  if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = '1'
  return defineCommand(help, { options: {}, allowPositionals: true }, async (_, names) => {
    stopOnSignals(names[0] === 'stack' ? 0 : 130)
    if (names[0] === 'stack') await keepStackRunning()
    else await runTests(parseTestArguments(names, browserArguments))
  })([...args, ...asksForHelp])
}
