import { evaluateSync, parse } from 'groq-js'
import { expect, test } from 'vitest'
import { countTerms, matchesPattern } from './match.ts'

const byGroqJs = (text: unknown, pattern: unknown) =>
  evaluateSync(parse('$text match $pattern', { params: { text, pattern } })).data

/** A repeatable sequence of whole numbers below `limit`. */
function sequence(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * limit)
  }
}

test('matches what the vendor’s own evaluator matches', () => {
  const next = sequence(7)
  const pick = (characters: string) => characters[next(characters.length)] ?? ''
  const text = (characters: string, length: number) =>
    Array.from({ length: next(length) }, () => pick(characters)).join('')
  for (let round = 0; round < 20_000; round++) {
    const value = text("abAB.-ß' éÉſkK", 14)
    const pattern = text("abA**.' éEſsk-", 7)
    expect([value, pattern, matchesPattern(value, pattern)]).toEqual([
      value,
      pattern,
      byGroqJs(value, pattern),
    ])
  }
})

test.each([
  [['one two', 'three'], 'three'],
  [['one', 2], 'one'],
  ['one two', ['o*', 'two']],
  ['one two', ['one', 2]],
  ['one', []],
  [[], 'one'],
  [null, 'one'],
  [{ one: 'one' }, 'one'],
])('takes %j match %j as the vendor’s own evaluator does', (value, pattern) => {
  expect(matchesPattern(value, pattern)).toBe(byGroqJs(value, pattern))
})

test('needs no more time for many stars than for one', () => {
  const letters = 'a'.repeat(60_000)
  expect(matchesPattern(letters, `${'a*'.repeat(500)}b`)).toBe(false)
  expect(matchesPattern(letters, `${'a*'.repeat(500)}a`)).toBe(true)
  expect(countTerms(letters, `${'a*'.repeat(500)}b ${'*a'.repeat(500)}`)).toEqual([0, 1])
})
