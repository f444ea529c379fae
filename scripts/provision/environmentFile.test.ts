import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnvironmentFile, setVariable } from './environmentFile.ts'

/** Returns the values that `next build` and `next start` read from the file. */
function readWithNext(): unknown {
  const program = `
    const path = require.resolve('@next/env', { paths: [require.resolve('next/package.json')] })
    const { parsedEnv } = require(path).loadEnvConfig(process.argv[1], false, { info() {}, error() {} })
    console.log(JSON.stringify(parsedEnv))`
  const env = { ...process.env, NODE_ENV: 'production' as const }
  return JSON.parse(execFileSync(process.execPath, ['-e', program, folder], { env }).toString())
}

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-file-'))
  path = join(folder, '.env.production.local')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('an environment file preserves the written values, and only its owner can read it', () => {
  const values = {
    PLAIN: 'https://example.com/a?b=c&d=%24',
    EMPTY: '',
    SPACES: 'two words # and a sign',
    LINES: '-----BEGIN CERTIFICATE-----\nabc=\n-----END CERTIFICATE-----\n',
    APOSTROPHE: "it's",
    MARKS: '`#! (a) [b] {c} *;|<>^',
  }
  expect(readEnvironmentFile(path)).toEqual({})
  for (const [name, value] of Object.entries(values)) setVariable(path, name, value)
  expect(readEnvironmentFile(path)).toEqual(values)
  expect(readWithNext()).toEqual(values)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it.each(['a$b', '"$HOME"', `both ' and "`, 'a\\', 'a\r\nb'])(
  'refuses the value %j, which parsers read differently',
  (value) => {
    setVariable(path, 'SECRET', 'known')
    expect(() => setVariable(path, 'SECRET', value)).toThrow('SECRET cannot be written')
    expect(readEnvironmentFile(path)).toEqual({ SECRET: 'known' })
  },
)

it('setting a variable changes only its line, and removes other users’ access to the file', () => {
  writeFileSync(path, '# mine\nA=1\nB=2\nAB=3\n', { mode: 0o644 })
  setVariable(path, 'A', '4')
  expect(readFileSync(path, 'utf8')).toBe('# mine\nA=4\nB=2\nAB=3\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
