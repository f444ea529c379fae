import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { computeBuildFingerprint } from './build.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = createTemporaryFolder('sources')
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})

it.each([
  ['app/page.tsx', 'two'],
  ['app/(site)/new/page.tsx', ''],
  ['package-lock.json', '{"a":1}'],
  ['.env.local', 'A=1'],
  ['a-new-folder/thing.ts', ''],
])('the fingerprint changes when %s is written', (path, text) => {
  const before = computeBuildFingerprint(root, {})
  write(path, text)
  expect(computeBuildFingerprint(root, {})).not.toBe(before)
})

it.each([
  'app/page.test.tsx',
  'docs/guide.md',
  'packages/local-cloud/main.ts',
  '.next/cache/x',
  'seed/content.ndjson',
  'README.md',
])('the fingerprint does not change when %s is written', (path) => {
  const before = computeBuildFingerprint(root, {})
  write(path, 'new')
  expect(computeBuildFingerprint(root, {})).toBe(before)
})

it('the fingerprint changes when a file is deleted or a variable changes', () => {
  const before = computeBuildFingerprint(root, { A: '1' })
  expect(computeBuildFingerprint(root, { A: '2' })).not.toBe(before)
  rmSync(join(root, 'app/page.tsx'))
  expect(computeBuildFingerprint(root, { A: '1' })).not.toBe(before)
})
