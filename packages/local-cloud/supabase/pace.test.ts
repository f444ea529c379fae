import { expect, test } from 'vitest'
import { untilNextBeat } from './pace.ts'

test.each([
  [0, 100, 0],
  [1, 100, 99],
  [60, 100, 40],
  [100, 100, 0],
  [101, 100, 99],
  [37, 0, 0],
])('after %i ms on a grid of %i ms an answer waits %i ms more', (elapsed, grid, rest) => {
  expect(untilNextBeat(elapsed, grid)).toBe(rest)
})

test('answers of different work leave at the same beat', () => {
  const leaves = [3, 12, 55, 99].map((elapsed) => elapsed + untilNextBeat(elapsed, 100))
  expect(new Set(leaves)).toEqual(new Set([100]))
})
