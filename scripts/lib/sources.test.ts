import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { buildFingerprint } from './sources.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = temporaryFolder('sources')
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})

it.each([
  ['app/page.tsx', 'two'],
  ['app/(site)/new/page.tsx', ''],
  ['package-lock.json', '{"a":1}'],
  ['.env.local', 'A=1'],
  ['a-new-folder/thing.ts', ''],
])('changes with %s', (path, text) => {
  const before = buildFingerprint(root, {})
  write(path, text)
  expect(buildFingerprint(root, {})).not.toBe(before)
})

it.each([
  'app/page.test.tsx',
  'docs/guide.md',
  'packages/local-cloud/main.ts',
  '.next/cache/x',
  'seed/content.ndjson',
  'README.md',
])('does not change with %s', (path) => {
  const before = buildFingerprint(root, {})
  write(path, 'new')
  expect(buildFingerprint(root, {})).toBe(before)
})

it('changes with a deleted file, and with the variables', () => {
  const before = buildFingerprint(root, { A: '1' })
  expect(buildFingerprint(root, { A: '2' })).not.toBe(before)
  rmSync(join(root, 'app/page.tsx'))
  expect(buildFingerprint(root, { A: '1' })).not.toBe(before)
})
