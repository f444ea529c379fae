import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programs, root } from '../../scripts/lib/paths.ts'
import { copyRepository } from '../support/copyRepository.ts'
import { applyBlock, readRecipes } from '../support/recipes.ts'

vi.setConfig({ hookTimeout: 600_000, testTimeout: 600_000 })

/** A copy of the repository in which the recipes in `docs/adding-….md` have been followed. */
let copy: string

/** Runs a program in the copy. Resolves to its output if it fails, otherwise to an empty string. */
function run(program: string, ...args: string[]): Promise<string> {
  // vitest's own variables would make the program behave like a vitest worker.
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' }
  for (const name of Object.keys(env).filter((name) => name.startsWith('VITEST'))) delete env[name]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: copy, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve(error ? `${error.message}${stdout}${stderr}` : ''),
    )
  })
}

const runUnitTests = (...files: string[]) => run(programs.vitest, 'run', '--project', 'unit', ...files)

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'recipes-'))
  copyRepository(copy)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  for (const block of readRecipes(root)) applyBlock(copy, block)
  expect(await run('scripts/run.mjs', 'scripts/typegen.ts')).toBe('')
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('every recipe has at least one code block that these tests apply', () => {
  expect(new Set(readRecipes(root).map(({ document }) => document))).toEqual(
    new Set(
      ['section', 'page', 'message', 'contact-field', 'test'].map((name) => `docs/adding-a-${name}.md`),
    ),
  )
})

test('the type check passes after the recipes are followed', async () => {
  expect(await run(programs.tsc, '--noEmit', '--incremental', 'false', '-p', copy)).toBe('')
})

test('lint and format checks pass after the recipes are followed', async () => {
  expect(await run(programs.biome, 'ci', '.', '--colors=off')).toBe('')
})

test('the unit tests pass after the recipes are followed', async () => {
  const ownTests = readRecipes(root).flatMap(({ file }) => (/\.test\.tsx?$/.test(file) ? file : []))
  // Runs the recipes' own tests, and the tests of the files that the recipes change.
  expect(
    await runUnitTests(
      ...ownTests,
      'components/elements',
      'components/pages',
      'schemas/sections',
      'schemas/validation',
      'seed',
      'studio/studio',
      'lib/contact',
      'lib/content/reading/messages',
      'lib/pages',
      'tests/proxy',
      'tests/importBoundaries',
    ),
  ).toBe('')
})

test('a section that throws for a missing value fails the unit tests', async () => {
  const seed = 'seed/content.ndjson'
  const file = join('components', 'sections', 'sectionContent.ts')
  writeFileSync(join(copy, seed), readFileSync(join(root, seed)))
  const source = readFileSync(join(copy, file), 'utf8')
  const broken = source.replace("filterObjects(awards, ['title']).length > 0", 'awards!.length > 0')
  expect(broken).not.toBe(source)
  writeFileSync(join(copy, file), broken)
  expect(await runUnitTests('components/pages.test.tsx')).toContain('Cannot read properties of')
})
