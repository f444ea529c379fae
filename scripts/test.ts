import { mkdirSync, rmSync } from 'node:fs'
import { stopAll, stopOnSignals } from './lib/children.ts'
import { formatSeconds, style } from './lib/output.ts'
import { inRoot } from './lib/paths.ts'
import { formatError } from './lib/problem.ts'
import { parseTestArguments, type TestArguments, type TestStep, testSteps } from './test/arguments.ts'
import { prepareStack, runBrowser, type TestStack } from './test/browserStep.ts'
import { type Counts, exitCode, single, sum, summaryLine } from './test/results.ts'
import { runCloud, runFresh, runLint, runServers, runTypes, runVitest } from './test/testSteps.ts'

const help = `npm test [-- step …] runs the tests that every change has to pass, or the named steps: ${testSteps.join(', ')}.
npm test -- quick runs types, lint, units and one journey in a browser.
npm run test:all runs every step but soak, without the browser tests tagged @nightly.
npm run test:nightly runs every step but soak, with every browser test.
npm run test:e2e -- … passes its arguments to Playwright.
npm run soak runs every test with its long loops in full, and then the tests under load and faults (npm test -- soak).`

async function runStep(
  step: TestStep,
  { depth, browserArguments }: TestArguments,
  stack: Promise<TestStack> | undefined,
): Promise<Counts> {
  switch (step) {
    case 'types':
      return runTypes()
    case 'lint':
      return runLint()
    case 'fresh':
      return runFresh()
    case 'unit':
    case 'contract':
    case 'soak':
      return runVitest(step, depth)
    case 'servers':
      return runServers(depth)
    case 'cloud':
      return runCloud(depth)
    case 'browser':
      return stack ? runBrowser(await stack, depth, browserArguments) : single(false)
  }
}

async function main(): Promise<number> {
  const chosen = parseTestArguments(process.argv.slice(2), Boolean(process.env.SOAK))
  if (chosen.help) {
    console.log(help)
    return 0
  }
  const reportDir = inRoot('.test', 'results')
  rmSync(reportDir, { recursive: true, force: true })
  mkdirSync(reportDir, { recursive: true })
  const results: { step: TestStep; counts: Counts; seconds: number }[] = []
  let stack: Promise<TestStack> | undefined
  for (const step of chosen.steps) {
    // The stack is built during the other steps, except the type check, which reads the build's output. With `--`
    // before Playwright's arguments, a stack that already runs is used.
    if (step !== 'types' && chosen.steps.includes('browser') && !stack) {
      stack = prepareStack({ mayReuse: process.argv.includes('--'), live: chosen.steps.length === 1 })
      // The browser step reports the failure.
      stack.catch(() => {})
    }
    console.log(`\n${style.bold(`— ${step} —`)}`)
    const start = performance.now()
    const counts = await runStep(step, chosen, stack).catch((error: unknown) => {
      console.error(formatError(error))
      return single(false)
    })
    results.push({ step, counts, seconds: (performance.now() - start) / 1000 })
  }
  await stopAll()
  console.log('')
  for (const { step, counts, seconds } of results) {
    const mark = counts.failed ? style.red('✗') : style.green('✓')
    console.log(
      `${mark} ${step.padEnd(9)} ${summaryLine(counts)} ${style.dim(`in ${formatSeconds(seconds)}`)}`,
    )
  }
  const total = sum(results.map(({ counts }) => counts))
  console.log(`\n${summaryLine(total)}`)
  return exitCode(total, Boolean(process.env.CI))
}

stopOnSignals(130)
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = '1'
try {
  process.exitCode = await main()
} catch (error) {
  console.error(formatError(error))
  process.exitCode = 1
}
