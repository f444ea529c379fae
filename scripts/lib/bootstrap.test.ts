import { expect, it } from 'vitest'
import { isNewEnough, lockfilesAgree } from '../bootstrap.mjs'

it.each([
  ['v24.21.0', true],
  ['v22.18.0', true],
  ['v22.17.9', false],
  ['v20.20.2', false],
  ['v18.0.0', false],
])('Node %s runs TypeScript files: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

const wanted = {
  '': { name: 'root' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
}

it('takes an installation as complete when it has all but optional packages', () => {
  expect(lockfilesAgree(wanted, { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } })).toBe(true)
})

it.each([
  ['a package is missing', {}],
  ['a version differs', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['a content differs', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } }],
  [
    'a package is left over',
    { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' }, 'node_modules/z': { version: '1.0.0' } },
  ],
])('installs again when %s', (_, installed) => {
  expect(lockfilesAgree(wanted, installed)).toBe(false)
})
