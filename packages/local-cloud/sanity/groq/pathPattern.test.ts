import { expect, test } from 'vitest'
import { Budget } from '../budget.ts'
import { matchesPath } from './pathPattern.ts'

const plenty = () => new Budget({ time: 60_000, memory: 1e9 })

/** The same as a regular expression, which takes too long for patterns with many stars. */
function expression(pattern: string): RegExp {
  const parts = pattern.split('.').map((part) => (part === '*' ? '[^.]+' : part === '**' ? '.*' : part))
  return new RegExp(`^${parts.join('\\.')}$`)
}

test('patterns of path() fit what their regular expressions fit', () => {
  const parts = ['a', 'b', '*', '**', '']
  const ids = ['a', 'b', '', 'ab']
  const all = (choice: string[], length: number): string[][] =>
    length === 0 ? [[]] : all(choice, length - 1).flatMap((before) => choice.map((part) => [...before, part]))
  for (const length of [1, 2, 3, 4]) {
    for (const pattern of all(parts, length).map((list) => list.join('.'))) {
      for (const id of [1, 2, 3].flatMap((count) => all(ids, count).map((list) => list.join('.')))) {
        expect([pattern, id, matchesPath(pattern, id, plenty())]).toEqual([
          pattern,
          id,
          expression(pattern).test(id),
        ])
      }
    }
  }
})

test('many stars take no more time than the product of both lengths', () => {
  const budget = plenty()
  expect(matchesPath(`${'**.'.repeat(50)}x`, 'a.'.repeat(1000), budget)).toBe(false)
  expect(budget.steps).toBeLessThan(100_000)
})
