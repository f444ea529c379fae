import { expect, it } from 'vitest'
import { moveSelected } from './PicturesInput'

const items = [...'abcde'].map((_key) => ({ _key }))
const move = (keys: string, direction: 'up' | 'down') =>
  moveSelected(items, new Set(keys), direction)
    .map(({ _key }) => _key)
    .join('')

it.each([
  ['c', 'up', 'acbde'],
  ['bd', 'up', 'badce'],
  ['cd', 'down', 'abecd'],
  ['ab', 'up', 'abcde'],
  ['ace', 'down', 'badce'],
  ['', 'down', 'abcde'],
] as const)('moves %s %s', (keys, direction, expected) => {
  expect(move(keys, direction)).toBe(expected)
})
