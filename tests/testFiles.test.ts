import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import config from '../vitest.config.ts'
import playwrightConfig from './playwright.config.ts'
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

it('every browser test belongs to one Playwright project, and *.serial.e2e.ts files to `serial`', () => {
  const matches = (file: string, patterns: unknown = []) =>
    [patterns].flat().some((pattern) => matchesGlob(file, String(pattern)))
  const listProjects = (file: string) =>
    playwrightConfig.projects?.flatMap(({ name, testMatch = '**', testIgnore }) =>
      matches(file, testMatch) && !matches(file, testIgnore) ? [name] : [],
    )
  const files = globSync('tests/**/*.e2e.ts')
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => listProjects(file)?.length !== 1)).toEqual([])
  const serialFiles = files.map((file) => file.replace(/(\.serial)?\.e2e\.ts$/, '.serial.e2e.ts'))
  expect(new Set(serialFiles.map((file) => `${listProjects(file)}`))).toEqual(new Set(['serial']))
})
