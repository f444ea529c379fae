import { mkdirSync, rmSync } from 'node:fs'
import { parseTestArguments, type TestStep, testSteps } from './lib/arguments.ts'
import { runBrowser } from './lib/browserStep.ts'
import { stopAll, stopOnSignals } from './lib/children.ts'
import { formatSeconds, style } from './lib/output.ts'
import { inRoot } from './lib/paths.ts'
import { explain } from './lib/problem.ts'
import { type Counts, exitCode, single, sum, summaryLine } from './lib/results.ts'
import { runFresh, runLint, runTypes, runVitest } from './lib/testSteps.ts'

const help = `npm test [-- part …] runs the tests: ${testSteps.join(', ')}.
npm run test:e2e -- … hands its arguments on to Playwright.
npm run soak runs the same tests with their long loops in full.`

async function runStep(step: TestStep, browserArguments: string[], mayReuse: boolean): Promise<Counts> {
  switch (step) {
    case 'types':
      return runTypes()
    case 'lint':
      return runLint()
    case 'fresh':
      return runFresh()
    case 'unit':
    case 'contract':
      return runVitest(step)
    case 'browser':
      return runBrowser(browserArguments, mayReuse)
  }
}

async function main(): Promise<number> {
  const { steps, browserArguments, help: wantsHelp } = parseTestArguments(process.argv.slice(2))
  if (wantsHelp) {
    console.log(help)
    return 0
  }
  // Asked for by name, the browser tests take a stack that is kept running as it is.
  const mayReuse = process.argv.includes('--')
  const results = inRoot('.test', 'results')
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const all: { step: TestStep; counts: Counts; seconds: number }[] = []
  for (const step of steps) {
    console.log(`\n${style.bold(`— ${step} —`)}`)
    const started = performance.now()
    const counts = await runStep(step, browserArguments, mayReuse).catch((error: unknown) => {
      console.error(explain(error))
      return single(false)
    })
    all.push({ step, counts, seconds: (performance.now() - started) / 1000 })
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
  console.error(explain(error))
  process.exitCode = 1
}
