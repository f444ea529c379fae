import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import config from '../vitest.config.ts'
import { listCodeFiles } from './support/imports.ts'

/** The globs of every project of vitest. */
const included = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
)

it('every test file belongs to a project', () => {
  const run = new Set(included.flatMap((pattern) => globSync(pattern)))
  const files = listCodeFiles().filter((file) => /\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => !run.has(file))).toEqual([])
})
