import { expect, test } from 'vitest'
import { matchesPath } from './pathPattern.ts'

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
        expect([pattern, id, matchesPath(pattern, id)]).toEqual([pattern, id, expression(pattern).test(id)])
      }
    }
  }
})

test('matches a pattern of many stars, which a regular expression would backtrack for hours', () => {
  expect(matchesPath(`${'**.'.repeat(50)}x`, 'a.'.repeat(1000))).toBe(false)
})
