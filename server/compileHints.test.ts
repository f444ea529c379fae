import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addCompileHints } from './compileHints'

const distDir = mkdtempSync(join(tmpdir(), 'build-'))
afterAll(() => rmSync(distDir, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(distDir, name), text)

it('adds the hint once, and only to the framework’s main files', async () => {
  write('build-manifest.json', JSON.stringify({ rootMainFiles: ['a.js', 'b.js'], polyfillFiles: ['c.js'] }))
  for (const name of ['a.js', 'b.js', 'c.js']) write(name, '"use strict"')
  await addCompileHints({ distDir })
  await addCompileHints({ distDir })
  const files = ['a.js', 'b.js', 'c.js'].map((name) => readFileSync(join(distDir, name), 'utf8'))
  const scriptWithHint = '//# allFunctionsCalledOnLoad\n"use strict"'
  expect(files).toEqual([scriptWithHint, scriptWithHint, '"use strict"'])
})

it('rejects a build manifest that lists no main files', async () => {
  write('build-manifest.json', '{"rootMainFiles":[]}')
  await expect(addCompileHints({ distDir })).rejects.toThrow(/rootMainFiles/)
})
