import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import config from '../vitest.config.ts'
import { listCodeFiles } from './support/imports.ts'

/** The glob patterns of all vitest projects. */
const includePatterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
)

it('every test file belongs to a vitest project', () => {
  const filesOfProjects = new Set(includePatterns.flatMap((pattern) => globSync(pattern)))
  const files = listCodeFiles().filter((file) => /\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => !filesOfProjects.has(file))).toEqual([])
})
