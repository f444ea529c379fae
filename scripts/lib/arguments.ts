import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from './problem.ts'

/** Whether a script should print its help and do nothing else. */
export const wantsHelp = (args: readonly string[] = process.argv.slice(2)): boolean =>
  args.some((argument) => argument === '--help' || argument === '-h')

/** The arguments of `npm run up -- …`. */
export type UpArguments = {
  reset: boolean
  dev: boolean
  help: boolean
  /** The file for the durations of the steps. */
  json: string | undefined
}

/**
 * Parses the arguments of `npm run up`.
 *
 * @throws Problem for anything that isn't an option of `up`, and for `--json` without a file
 */
export function parseUpArguments(args: readonly string[]): UpArguments {
  const { values } = explainRefusal('The options are --reset, --dev, --json <file> and --help.', () =>
    parseArgs({
      args: [...args],
      options: {
        reset: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'string' },
      },
    }),
  )
  if (values.json === '') throw new Problem('--json needs the name of a file.')
  return { ...values, json: values.json }
}

/**
 * Runs Node's `parseArgs`, and returns its result.
 *
 * @param hint - a sentence with the valid options
 * @throws Problem with Node's reason and the hint
 */
export function explainRefusal<Result>(hint: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (cause) {
    throw new Problem(`${cause instanceof Error ? cause.message : String(cause)}. ${hint}`)
  }
}

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

/** The arguments of `npm run test:real`. */
export type RealArguments = {
  help: boolean
  /** The absolute path of the program of the server behind Supabase Auth. */
  authProgram: string
  /** The absolute path of the folder with the program's migrations; undefined when the program contains them. */
  migrations: string | undefined
  /** Playwright's filters of test files; empty for all of them. */
  files: string[]
}

/**
 * Parses the arguments of `npm run test:real`.
 *
 * @param folder - the folder that relative paths start from
 * @throws Problem when the program is missing; another Error for an unknown option
 */
export function parseRealArguments(args: readonly string[], folder: string): RealArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      auth: { type: 'string' },
      migrations: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const help = values.help ?? false
  if (!help && !(values.auth && existsSync(resolve(folder, values.auth)))) {
    throw new Problem(
      'Pass the program of the auth server with --auth: copy /usr/local/bin/auth out of the image supabase/auth, as .github/workflows/nightly.yml does. Or run "go build -o auth ." with Go 1.26 in a clone of https://github.com/supabase/auth.',
    )
  }
  return {
    help,
    authProgram: resolve(folder, values.auth ?? ''),
    migrations: values.migrations && resolve(folder, values.migrations),
    files: positionals,
  }
}
