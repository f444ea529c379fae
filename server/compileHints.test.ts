import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { hintCompilation } from './compileHints'

const distDir = mkdtempSync(join(tmpdir(), 'build-'))
afterAll(() => rmSync(distDir, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(distDir, name), text)

it('marks the files that every page starts with, once, and no others', async () => {
  write('build-manifest.json', JSON.stringify({ rootMainFiles: ['a.js', 'b.js'], polyfillFiles: ['c.js'] }))
  for (const name of ['a.js', 'b.js', 'c.js']) write(name, '"use strict"')
  await hintCompilation({ distDir })
  await hintCompilation({ distDir })
  const files = ['a.js', 'b.js', 'c.js'].map((name) => readFileSync(join(distDir, name), 'utf8'))
  const marked = '//# allFunctionsCalledOnLoad\n"use strict"'
  expect(files).toEqual([marked, marked, '"use strict"'])
})

it('says so when the build does not name them', async () => {
  write('build-manifest.json', '{"rootMainFiles":[]}')
  await expect(hintCompilation({ distDir })).rejects.toThrow(/rootMainFiles/)
})
