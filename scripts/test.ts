import { mkdirSync, rmSync } from 'node:fs'
import { parseTestArguments, type TestArguments, type TestStep, testSteps } from './lib/arguments.ts'
import { prepareStack, runBrowser, type TestStack } from './lib/browserStep.ts'
import { stopAll, stopOnSignals } from './lib/children.ts'
import { formatSeconds, style } from './lib/output.ts'
import { inRoot } from './lib/paths.ts'
import { formatError } from './lib/problem.ts'
import { type Counts, exitCode, single, sum, summaryLine } from './lib/results.ts'
import { runCloud, runFresh, runLint, runServers, runTypes, runVitest } from './lib/testSteps.ts'

const help = `npm test [-- part …] runs the tests that every change has to pass: ${testSteps.join(', ')}.
npm test -- quick runs types, lint, units and one journey in a browser.
npm run test:all runs every test.
npm run test:e2e -- … hands its arguments on to Playwright.
npm run handbook takes the pictures of the editors' handbook.
npm run soak runs every test with its long loops in full, and then those under load and faults (npm test -- soak).`

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
  const wanted = parseTestArguments(process.argv.slice(2), Boolean(process.env.SOAK))
  if (wanted.help) {
    console.log(help)
    return 0
  }
  const results = inRoot('.test', 'results')
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const all: { step: TestStep; counts: Counts; seconds: number }[] = []
  let stack: Promise<TestStack> | undefined
  for (const step of wanted.steps) {
    // The site is built beside the other steps, which mostly wait; not beside the type check, which reads the build's
    // output. With arguments of their own, the browser tests use a running stack.
    if (step !== 'types' && wanted.steps.includes('browser') && !stack) {
      stack = prepareStack({ mayReuse: process.argv.includes('--'), live: wanted.steps.length === 1 })
      // The step that needs it reports its failure.
      stack.catch(() => {})
    }
    console.log(`\n${style.bold(`— ${step} —`)}`)
    const start = performance.now()
    const counts = await runStep(step, wanted, stack).catch((error: unknown) => {
      console.error(formatError(error))
      return single(false)
    })
    all.push({ step, counts, seconds: (performance.now() - start) / 1000 })
  }
  await stopAll()
  console.log('')
  for (const { step, counts, seconds } of all) {
    const mark = counts.failed ? style.red('✗') : style.green('✓')
    console.log(
      `${mark} ${step.padEnd(9)} ${summaryLine(counts)} ${style.dim(`in ${formatSeconds(seconds)}`)}`,
    )
  }
  const total = sum(all.map(({ counts }) => counts))
  for (const note of total.notes ?? []) console.log(`  ${note}`)
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
