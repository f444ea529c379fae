import { existsSync, writeFileSync } from 'node:fs'
import { complete } from './children.ts'
import { inRoot, programs, root } from './paths.ts'
import { type Counts, countVitest, readReport, single } from './results.ts'

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
  return single((await complete({ file: programs.biome, args: ['ci', '.'] })) === 0)
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
