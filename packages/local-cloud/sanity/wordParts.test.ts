import { expect, test, vi } from 'vitest'
import { matchesPattern, patternParts } from './match.ts'
import { TextIndex } from './textIndex.ts'
import { WordParts } from './wordParts.ts'

function random(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 0) / 4_294_967_296) * limit)
  }
}

/** Makes texts of these letters, of up to so many. */
function texts(next: (limit: number) => number, letters: readonly string[]): (most: number) => string {
  return (most) => Array.from({ length: 1 + next(most) }, () => letters[next(letters.length)]).join('')
}

test('words are found by their parts and ends, however they come and go', () => {
  const next = random(3)
  const text = texts(next, ['a', 'b', '7', '_', '.', '-', 'é', 'я'])
  const part = texts(next, ['a', 'b', '7', '_'])
  let found = 0
  for (const limit of [0, 200, 1_000_000]) {
    const parts = new WordParts(limit)
    const words = new Set<string>()
    for (let step = 0; step < 1500; step++) {
      const word = next(20) === 0 ? text(1).repeat(300) : text(9)
      if (words.delete(word)) parts.remove(word)
      else {
        words.add(word)
        parts.add(word)
      }
      const wanted = part(4)
      const expected = [...words].filter((other) => other.includes(wanted)).sort()
      expect([wanted, parts.containing(wanted).sort()]).toEqual([wanted, expected])
      expect([wanted, parts.endingWith(wanted).sort()]).toEqual([
        wanted,
        expected.filter((other) => other.endsWith(wanted)),
      ])
      found += expected.length
    }
  }
  expect(found).toBeGreaterThan(10_000)
})

test('no document is missed that a pattern matches', () => {
  const next = random(11)
  const word = texts(next, [
    'a',
    'b',
    'B',
    'k',
    '9',
    '_',
    '.',
    '-',
    "'",
    'é',
    'É',
    'ß',
    'ſ',
    '\u212a',
    'İ',
    'Σ',
    'e\u0301',
  ])
  const term = texts(next, ['a', 'B', 'k', '9', 'e', 's', '*', '*', '*', '.', 'É', 'σ'])
  const index = new TextIndex()
  const titles = new Map<string, string>()
  const page = (_id: string, title: string) => ({
    ...{ _id, _type: 'page', _rev: 'r', _createdAt: '', _updatedAt: '' },
    title,
  })
  let [found, narrowed] = [0, 0]
  for (let step = 0; step < 3000; step++) {
    const id = `p${next(30)}`
    const before = titles.get(id)
    if (before !== undefined) index.remove(page(id, before))
    titles.delete(id)
    if (next(4) > 0) {
      const title = Array.from({ length: 1 + next(4) }, () => word(6)).join(' ')
      titles.set(id, title)
      index.put(page(id, title))
    }
    const pattern = Array.from({ length: 1 + next(2) }, () => term(5)).join(' ')
    const parts = patternParts(pattern)
    const candidates = parts && index.findParts(parts)
    const ids = new Set(candidates ?? titles.keys())
    const matching = [...titles].filter(([, title]) => matchesPattern(title, pattern)).map(([key]) => key)
    expect([pattern, matching.filter((key) => !ids.has(key))]).toEqual([pattern, []])
    found += matching.length
    narrowed += Number(ids.size < titles.size)
  }
  expect(found).toBeGreaterThan(1000)
  expect(narrowed).toBeGreaterThan(500)
})

test('of many words few are looked at', () => {
  const parts = new WordParts()
  for (let n = 0; n < 5000; n++) parts.add(`word${n}`)
  parts.add('wombat')
  const looked = vi.spyOn(String.prototype, 'includes')
  const found = parts.containing('omba')
  const count = looked.mock.calls.length
  looked.mockRestore()
  expect([found, count]).toEqual([['wombat'], 1])
})
