import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@/tests/support/temporaryFolder'
import { createFallbackStore } from './fallbackStore'

const createFolderPath = () => join(createTemporaryFolder('fallbacks'), 'content')

test('reads a result that another store wrote to the folder', () => {
  const path = createFolderPath()
  createFallbackStore(path).write('pages', { title: 'Home' })
  expect(createFallbackStore(path).read('pages')).toEqual({ result: { title: 'Home' } })
  expect(createFallbackStore(path).read('offers')).toBeUndefined()
})

test('stores null as a result', () => {
  const path = createFolderPath()
  createFallbackStore(path).write('pages', null)
  expect(createFallbackStore(path).read('pages')).toEqual({ result: null })
})

test('replaces an older result and leaves no other file', () => {
  const path = createFolderPath()
  const store = createFallbackStore(path)
  store.write('pages', 1)
  store.write('pages', 2)
  expect(createFallbackStore(path).read('pages')).toEqual({ result: 2 })
  expect(readdirSync(path)).toHaveLength(1)
})

test('returns nothing for a damaged file', () => {
  const path = createFolderPath()
  createFallbackStore(path).write('pages', 1)
  const [file] = readdirSync(path)
  writeFileSync(join(path, file ?? ''), '{"result":')
  expect(createFallbackStore(path).read('pages')).toBeUndefined()
})

test('stores results in memory if the folder is not writable', () => {
  const file = join(createTemporaryFolder('fallbacks'), 'file')
  writeFileSync(file, '')
  const store = createFallbackStore(join(file, 'content'))
  store.write('pages', 1)
  expect(store.read('pages')).toEqual({ result: 1 })
})
