import { Problem } from './problem.ts'

/** What `npm run up -- …` was asked to do. */
export type UpArguments = { reset: boolean; dev: boolean; help: boolean; json: string | undefined }

/** @throws Problem for anything that isn't an option of `up` */
export function parseUpArguments(args: readonly string[]): UpArguments {
  const parsed: UpArguments = { reset: false, dev: false, help: false, json: undefined }
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '--reset') parsed.reset = true
    else if (argument === '--dev') parsed.dev = true
    else if (argument === '--help' || argument === '-h') parsed.help = true
    else if (argument === '--json') {
      index += 1
      parsed.json = args[index]
      if (!parsed.json)
        throw new Problem('--json needs the name of a file to write the durations of the steps to.')
    } else {
      throw new Problem(
        `"${argument}" is not an option of up: it knows --reset, --dev, --json <file> and --help.`,
      )
    }
  }
  return parsed
}

/** The parts of `npm test`, in the order in which they run. */
export const testSteps = ['types', 'lint', 'fresh', 'unit', 'contract', 'browser'] as const
export type TestStep = (typeof testSteps)[number]

const isStep = (name: string): name is TestStep => testSteps.some((step) => step === name)

/**
 * Which parts of the tests to run, and what to hand on to Playwright.
 *
 * @param args - names of parts (none: all of them), then optionally `--` and Playwright's own arguments
 * @throws Problem for a name that isn't a part
 */
export function parseTestArguments(args: readonly string[]): {
  steps: TestStep[]
  browserArguments: string[]
  help: boolean
} {
  const separator = args.indexOf('--')
  const names = separator < 0 ? args : args.slice(0, separator)
  const browserArguments = separator < 0 ? [] : args.slice(separator + 1)
  if (names.includes('--help') || names.includes('-h')) return { steps: [], browserArguments, help: true }
  for (const name of names) {
    if (!isStep(name))
      throw new Problem(`"${name}" is not a part of the tests: there are ${testSteps.join(', ')}.`)
  }
  const steps = names.length ? testSteps.filter((step) => names.includes(step)) : [...testSteps]
  return { steps, browserArguments, help: false }
}
