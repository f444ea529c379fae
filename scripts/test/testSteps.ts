import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runProgram, type Variables } from '../lib/children.ts'
import { StepList } from '../lib/output.ts'
import { inRoot, programs, root } from '../lib/paths.ts'
import type { Depth } from './arguments.ts'
import { ensureChromium } from './chromium.ts'
import { ensureNginx } from './packages.ts'
import { ensurePostgres } from './postgres.ts'
import { type Counts, readReport, single, sum } from './results.ts'

/** Biome colors its output on build servers too, whose logs show the escape codes. */
const colorOption = process.stdout.isTTY ? [] : ['--colors=off']

const nextTypes = `/// <reference types="next" />
/// <reference types="next/image-types/global" />
`

/** Checks the types of the whole repository. */
export async function runTypes(): Promise<Counts> {
  // Next writes this file when it first runs, and the type check needs it on a fresh clone, too.
  const file = inRoot('next-env.d.ts')
  if (!existsSync(file)) writeFileSync(file, nextTypes)
  return single((await runProgram({ file: programs.tsc, args: ['--noEmit', '-p', root] })) === 0)
}

/** Checks lint and format of the whole repository. */
export async function runLint(): Promise<Counts> {
  return single((await runProgram({ file: programs.biome, args: ['ci', '.', ...colorOption] })) === 0)
}

/**
 * Runs one of vitest's projects. For depth `nightly`, random tests are longer; with SOAK, they set their full length
 * themselves. Fails when it takes longer than `limitMs`.
 */
export async function runVitest(
  project: 'unit' | 'contract' | 'servers' | 'cloud' | 'browsers' | 'soak',
  depth: Depth,
  variables: Variables = {},
  limitMs?: number,
): Promise<Counts> {
  const report = inRoot('.test', 'results', `${project}.json`)
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const longRuns =
    depth === 'nightly' && !process.env.SOAK ? { HISTORIES: '200', RANDOM_EDITOR_STEPS: '400' } : {}
  const env = { ...longRuns, ...process.env, ...variables }
  const code = await runProgram({ file: programs.vitest, args, env }, limitMs)
  return readReport(report, code === 0)
}

/** Runs the tests of `tests/servers`, which need PostgreSQL and nginx. */
export async function runServers(depth: Depth): Promise<Counts> {
  const steps = new StepList(false)
  await steps.run('Find PostgreSQL', ensurePostgres)
  await steps.run('Find nginx', ensureNginx)
  return runVitest('servers', depth)
}

/** Runs the local cloud's own tests, those in a browser included. */
export async function runCloud(depth: Depth): Promise<Counts> {
  const counts = await runVitest('cloud', depth)
  const report = inRoot('.test', 'results', 'cloud-browser.json')
  const chromium = await new StepList(false).run('Find a browser', ensureChromium)
  const code = await runProgram({
    file: programs.playwright,
    args: [
      'test',
      ...['--config', inRoot('packages', 'local-cloud')],
      ...['--output', inRoot('test-results', 'cloud')],
      '--reporter=list,json',
    ],
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return sum([counts, readReport(report, code === 0)])
}

/** Checks that the schema and types in `lib/content` are those that `npm run typegen` generates now. */
export async function runFresh(): Promise<Counts> {
  const committed = 'lib/content'
  const folder = '.test/generated'
  mkdirSync(inRoot(folder), { recursive: true })
  const code = await runProgram({
    file: inRoot('scripts', 'typegen.ts'),
    env: { ...process.env, GENERATED_DIR: folder },
  })
  if (code !== 0) return single(false)
  const read = (...parts: string[]) => readFileSync(inRoot(...parts), 'utf8')
  const stale = ['schema.generated.json', 'types.generated.ts'].filter(
    (name) => read(folder, name).replaceAll(folder, committed) !== read(committed, name),
  )
  for (const name of stale) {
    console.error(`${committed}/${name} is out of date with the schemas and queries: run npm run typegen.`)
  }
  return single(stale.length === 0)
}
