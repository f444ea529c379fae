import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { complete } from './children.ts'
import { inRoot, programs, root } from './paths.ts'
import { type Counts, countVitest, readReport, single } from './results.ts'

/** Biome colours its words on build servers too, where they are read as a file. */
const plain = process.stdout.isTTY ? [] : ['--colors=off']

const nextTypes = `/// <reference types="next" />
/// <reference types="next/image-types/global" />
`

/** The type check of the whole repository. */
export async function runTypes(): Promise<Counts> {
  // Next writes this file when it first runs, which on a fresh clone has not happened yet.
  const file = inRoot('next-env.d.ts')
  if (!existsSync(file)) writeFileSync(file, nextTypes)
  return single((await complete({ file: programs.tsc, args: ['--noEmit', '-p', root] })) === 0)
}

/** Lint and format of the whole repository. */
export async function runLint(): Promise<Counts> {
  return single((await complete({ file: programs.biome, args: ['ci', '.', ...plain] })) === 0)
}

/** One of vitest's projects. */
export async function runVitest(project: 'unit' | 'contract'): Promise<Counts> {
  const report = inRoot('.test', 'results', `${project}.json`)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await complete({ file: programs.vitest, args })
  return readReport(report, code === 0, countVitest)
}

/** Text by absolute path of every file that a command generates and that is committed. */
function readGenerated(): Map<string, string> {
  const pattern = '{*,{app,components,lib,schemas,studio}/**/*}.generated.{ts,json}'
  const files = globSync(pattern, { cwd: root }).map((file) => join(root, file))
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Whether the committed types are what the schemas and queries produce now. */
export async function runFresh(): Promise<Counts> {
  const before = readGenerated()
  const code = await complete({ file: inRoot('scripts', 'typegen.ts') })
  const stale = [...readGenerated()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)
  for (const [file, text] of before) writeFileSync(file, text)
  for (const file of stale) {
    if (!before.has(file)) rmSync(file)
    console.error(`${relative(root, file)} is not what the schemas and queries produce: run npm run typegen.`)
  }
  return single(code === 0 && stale.length === 0)
}
