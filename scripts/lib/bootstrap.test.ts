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
  'node_modules/own': { resolved: 'packages/own', link: true },
  'packages/own': { version: '0.1.0' },
}
const complete = {
  'node_modules/a': wanted['node_modules/a'],
  'node_modules/own': wanted['node_modules/own'],
  'packages/own': wanted['packages/own'],
}

it('takes an installation as complete when it has all but optional packages', () => {
  expect(lockfilesAgree(wanted, complete)).toBe(true)
})

it.each([
  ['a package is missing', { ...complete, 'node_modules/a': undefined }],
  ['a version differs', { ...complete, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['a content differs', { ...complete, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } }],
  ['a package is left over', { ...complete, 'node_modules/z': { version: '1.0.0' } }],
  ['a workspace is not linked', { ...complete, 'node_modules/own': undefined }],
])('installs again when %s', (_, installed) => {
  expect(lockfilesAgree(wanted, installed)).toBe(false)
})
