import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Program, runProgram, type Variables } from '../lib/children.ts'
import { runStep } from '../lib/output.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import { ensureChromium, ensureNginx, ensureOtherBrowsers, ensurePostgres } from './programs.ts'
import type { TestStack } from './stack.ts'

/**
 * How much of each step runs. The browser tests are a purchase for `quick`, those without the tag `@nightly` for `core`
 * and `all`, and all of them for `nightly`, for which random tests also run longer.
 */
export type Depth = 'quick' | 'core' | 'all' | 'nightly'

/** Runs a program to completion. Returns whether it exited with 0. */
const succeeds = async (program: Program) => (await runProgram(program)) === 0

/** Checks the types of the whole repository. */
export function runTypes(): Promise<boolean> {
  // Deletes types that a build or a development server wrote, perhaps for a different branch. Next writes them again.
  for (const folder of ['.next/types', '.next/dev/types'])
    rmSync(inRoot(folder), { recursive: true, force: true })
  const references = ['next', 'next/image-types/global'].map((name) => `/// <reference types="${name}" />\n`)
  writeFileSync(inRoot('next-env.d.ts'), references.join(''))
  return succeeds({ file: programs.tsc, args: ['--noEmit', '-p', root] })
}

/** Lints the whole repository, and checks its formatting. */
export const runLint = (): Promise<boolean> =>
  // Biome colors its output on build servers too, whose logs show the escape codes.
  succeeds({ file: programs.biome, args: ['ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])] })

/** Checks that the schema and types in `lib/content` are those that `npm run typegen` generates now. */
export async function runFresh(): Promise<boolean> {
  const [committed, folder] = ['lib/content', '.test/generated']
  mkdirSync(inRoot(folder), { recursive: true })
  const env = { ...process.env, GENERATED_DIR: folder }
  if (!(await succeeds({ file: inRoot('scripts', 'run.mjs'), args: ['scripts/typegen.ts'], env })))
    return false
  const read = (...parts: string[]) => readFileSync(inRoot(...parts), 'utf8')
  const stale = ['schema.generated.json', 'types.generated.ts'].filter(
    (name) => read(folder, name).replaceAll(folder, committed) !== read(committed, name),
  )
  for (const name of stale)
    console.error(`${committed}/${name} does not match the schemas and queries: run npm run typegen.`)
  return stale.length === 0
}

/**
 * Runs one of Vitest's projects. At depth `nightly`, random tests run longer; with SOAK, they choose their full
 * length themselves.
 */
export async function runVitest(
  project: 'unit' | 'contract' | 'servers' | 'cloud' | 'browsers' | 'soak',
  depth: Depth,
  variables: Variables = {},
): Promise<boolean> {
  if (project === 'servers') {
    await runStep('Find PostgreSQL', ensurePostgres)
    await runStep('Find nginx', ensureNginx)
  }
  const isLong = depth === 'nightly' && !process.env.SOAK
  const env = {
    ...(isLong && { HISTORIES: '200', RANDOM_EDITOR_STEPS: '400' }),
    ...process.env,
    ...variables,
  }
  return succeeds({ file: programs.vitest, args: ['run', '--project', project], env })
}

const runPlaywright = (name: string, args: readonly string[], variables: Variables): Promise<boolean> =>
  succeeds({
    file: programs.playwright,
    args: ['test', '--output', inRoot('test-results', name), ...args],
    env: { ...process.env, ...variables },
  })

/** Runs the local cloud's own tests, including those in a browser. */
export async function runCloud(depth: Depth): Promise<boolean> {
  const hasPassed = await runVitest('cloud', depth)
  const CHROMIUM_PATH = await runStep('Find a browser', ensureChromium)
  const config = ['--config', inRoot('packages', 'local-cloud')]
  return (await runPlaywright('cloud', config, { CHROMIUM_PATH })) && hasPassed
}

/** Playwright's arguments for each round. The rounds run one by one; the first runs its two projects concurrently. */
const rounds: Record<string, readonly string[]> = {
  // With a space instead of “=”, the option would also consume the file names that follow it.
  concurrent: ['--project=members', '--project=pages'],
  serial: ['--project=serial'],
}

/** Playwright's arguments that select the tests of a depth. */
const tagArguments: Record<Depth, readonly string[]> = {
  quick: ['--grep', 'a guest buys, and signs in with one emailed link'],
  core: ['--grep-invert', '@nightly'],
  all: ['--grep-invert', '@nightly'],
  nightly: [],
}

/**
 * Runs the browser tests of a depth, and calls `stack.stop`. For `nightly` without arguments, also runs the journeys in
 * Firefox and WebKit.
 *
 * @param args - further arguments for Playwright, which select tests
 */
export async function runBrowser(stack: TestStack, depth: Depth, args: readonly string[]): Promise<boolean> {
  const options = ['--config', inRoot('tests'), ...tagArguments[depth], ...args]
  try {
    if (args.length > 0 || depth === 'quick')
      return await runPlaywright('selected', ['--workers=1', ...options], stack.variables)
    let hasPassed = true
    for (const [name, projects] of Object.entries(rounds))
      hasPassed = (await runPlaywright(name, [...projects, ...options], stack.variables)) && hasPassed
    if (depth !== 'nightly') return hasPassed
    await runStep('Find Firefox and WebKit', ensureOtherBrowsers)
    return (await runVitest('browsers', depth, stack.variables)) && hasPassed
  } finally {
    await stack.stop()
  }
}
