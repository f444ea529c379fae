import { Problem } from '../lib/problem.ts'

/** Whether a script should print its help and do nothing else. */
export const wantsHelp = (args: readonly string[] = process.argv.slice(2)): boolean =>
  args.some((argument) => argument === '--help' || argument === '-h')

/** The steps of the tests, in the order in which they run. */
export const testSteps = [
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
export type TestStep = (typeof testSteps)[number]

/**
 * Which steps run by default, and how much of each. Of the browser tests, `quick` runs those tagged `@quick`, `core` all but
 * those tagged `@all` or `@nightly`, `all` all but those tagged `@nightly`, and `nightly` every one. With `nightly`, random
 * tests run longer, too.
 */
export type Depth = 'quick' | 'core' | 'all' | 'nightly'

const stepsButSoak = testSteps.filter((step) => step !== 'soak')

const stepsByDepth: Record<Depth, readonly TestStep[]> = {
  quick: ['types', 'lint', 'unit', 'browser'],
  core: testSteps.filter((step) => !['cloud', 'servers', 'soak'].includes(step)),
  all: stepsButSoak,
  nightly: stepsButSoak,
}

const isStep = (name: string): name is TestStep => testSteps.some((step) => step === name)
const isDepth = (name: string): name is Depth => name in stepsByDepth

export type TestArguments = { steps: TestStep[]; depth: Depth; browserArguments: string[]; help: boolean }

/**
 * Parses the arguments of `npm test`: the steps to run, their depth, and the arguments for Playwright.
 *
 * @param args - `quick`, `all` or `nightly`, and names of steps (by default those of the depth), then optionally `--` and
 *   Playwright's own arguments, which select from all browser tests. The default depth is `core`, or `nightly` with `--`
 * @param isSoak - whether `nightly` includes the step `soak`: load and faults, for hours
 * @throws Problem for any other name
 */
export function parseTestArguments(args: readonly string[], isSoak = false): TestArguments {
  const separator = args.indexOf('--')
  const names = separator < 0 ? args : args.slice(0, separator)
  const browserArguments = separator < 0 ? [] : args.slice(separator + 1)
  const depth = names.find(isDepth) ?? (separator < 0 ? 'core' : 'nightly')
  if (wantsHelp(args)) return { steps: [], depth, browserArguments, help: true }
  const stepNames = names.filter((name) => !isDepth(name))
  for (const name of stepNames) {
    if (!isStep(name))
      throw new Problem(
        `"${name}" is not a step of the tests: there are quick, all, nightly, ${testSteps.join(', ')}.`,
      )
  }
  const defaultSteps = isSoak && depth === 'nightly' ? testSteps : stepsByDepth[depth]
  const steps = stepNames.length ? testSteps.filter((step) => stepNames.includes(step)) : [...defaultSteps]
  return { steps, depth, browserArguments, help: false }
}
