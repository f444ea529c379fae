import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImageCache } from './imageCache.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'images-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const made: string[] = []
const make = (name: string) => async () => {
  made.push(name)
  return Buffer.alloc(100, name)
}

test('keeps what fits, forgetting what was not asked for the longest, over a restart too', async () => {
  const cache = new ImageCache(dir, 1, 1000)
  for (let index = 0; index < 10; index++) await cache.get(`d/a/${index}`, make(`${index}`))
  expect(readdirSync(join(dir, 'd/a'))).toHaveLength(10)

  const again = new ImageCache(dir, 1, 1000)
  await again.get('d/b/new', make('new'))
  const left = readdirSync(join(dir, 'd/a'))
  expect(left).toHaveLength(7)
  expect(left).toContain('9')
  made.length = 0
  await again.get('d/a/9', make('9'))
  await again.get('d/b/new', make('new'))
  expect(made).toEqual([])
  await again.get('d/a/0', make('0'))
  expect(made).toEqual(['0'])
})

test('a picture that cannot be kept is there all the same, and leaves nothing behind', async () => {
  const cache = new ImageCache(dir, 1)
  // Nothing can be put where a file already stands in for the folder.
  writeFileSync(join(dir, 'd'), '')
  expect(String(await cache.get('d/a/1', make('1')))).toMatch(/^1+$/)
  rmSync(join(dir, 'd'))
  // Nor can a file take the place of a folder.
  mkdirSync(join(dir, 'd/a/1'), { recursive: true })
  await cache.get('d/a/1', make('1'))
  expect(readdirSync(join(dir, 'd/a'))).toEqual(['1'])
})

test('forgets one asset, or all', async () => {
  const cache = new ImageCache(dir, 1)
  await cache.get('d/a/1', make('1'))
  await cache.get('d/ab/1', make('1'))
  await cache.clear('d/a')
  expect(readdirSync(join(dir, 'd'))).toEqual(['ab'])
  await cache.clear()
  made.length = 0
  await cache.get('d/ab/1', make('1'))
  expect(made).toEqual(['1'])
})
