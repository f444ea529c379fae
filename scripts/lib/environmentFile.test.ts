import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEnvironmentFile } from './environmentFile.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-file-'))
  path = join(folder, '.env.production.local')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes what it reads back, for its owner alone', () => {
  const values = {
    PLAIN: 'https://example.com/a?b=c&d=%24',
    EMPTY: '',
    SPACES: 'two words # and a sign',
    LINES: '-----BEGIN CERTIFICATE-----\nabc=\n-----END CERTIFICATE-----\n',
  }
  const file = openEnvironmentFile(path)
  expect(file.values).toEqual({})
  for (const [name, value] of Object.entries(values)) file.set(name, value)
  expect(file.values).toEqual(values)
  expect(openEnvironmentFile(path).values).toEqual(values)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('changes one line, and takes the file away from others', () => {
  writeFileSync(path, '# mine\nA=1\nB=2\nAB=3\n', { mode: 0o644 })
  openEnvironmentFile(path).set('A', '4')
  expect(readFileSync(path, 'utf8')).toBe('# mine\nA=4\nB=2\nAB=3\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
