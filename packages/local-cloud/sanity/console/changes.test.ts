import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

test('says what differs, place by place', () => {
  const before = { _rev: '1', title: 'a', slug: { current: 'x' }, tags: ['a', 'b'], gone: 1 }
  const after = { _rev: '2', title: 'b', slug: { current: 'y' }, tags: ['a'], come: null }
  expect(changesBetween(before, after)).toEqual([
    { path: 'title', before: 'a', after: 'b' },
    { path: 'slug.current', before: 'x', after: 'y' },
    { path: 'tags[1]', before: 'b', after: undefined },
    { path: 'gone', before: 1, after: undefined },
    { path: 'come', before: undefined, after: null },
  ])
})

test('tells items apart by their keys, and their order from their content', () => {
  const items = (...keys: string[]) => keys.map((_key) => ({ _key, text: _key }))
  expect(changesBetween({ list: items('a', 'b') }, { list: items('x', 'a', 'b') })).toEqual([
    { path: 'list[_key=="x"]', before: undefined, after: { _key: 'x', text: 'x' } },
  ])
  expect(changesBetween({ list: items('a', 'b') }, { list: items('b', 'a') })).toEqual([
    { path: 'list[]._key', before: ['a', 'b'], after: ['b', 'a'] },
  ])
  const changed = [{ _key: 'a', text: 'new' }]
  expect(changesBetween({ list: items('a') }, { list: changed })).toEqual([
    { path: 'list[_key=="a"].text', before: 'a', after: 'new' },
  ])
})

test('compares items by their places where a key is missing or there twice', () => {
  const list = [{ _key: 'a' }, { _key: 'a' }]
  expect(changesBetween({ list }, { list: [{ _key: 'a' }] })).toEqual([
    { path: 'list[1]', before: { _key: 'a' }, after: undefined },
  ])
})
