import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { encodePatch } from './mendoza.ts'
import type { JsonObject } from './values.ts'

/** Creates a seeded generator of pseudorandom numbers from 0 (inclusive) to 1 (exclusive). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 4_294_967_296
  }
}

const WORDS = [
  '',
  'a',
  'studio',
  'two cameras',
  'blåbær',
  '日本語テキスト',
  '🎙️ on air',
  'e\u0301toile',
  'The quick brown fox',
]

function createValue(nextRandom: () => number, depth: number): unknown {
  const kind = Math.floor(nextRandom() * (depth > 0 ? 8 : 5))
  const pickWord = () => WORDS[Math.floor(nextRandom() * WORDS.length)] ?? ''
  if (kind === 0) return Math.floor(nextRandom() * 10)
  if (kind === 1) return nextRandom() < 0.5
  if (kind === 2) return null
  if (kind < 5) return `${pickWord()} ${pickWord()} ${pickWord()}`
  if (kind === 5) return createObject(nextRandom, depth - 1)
  const items = Array.from({ length: Math.floor(nextRandom() * 5) }, () => createValue(nextRandom, depth - 1))
  if (kind === 6) return items
  return items.map((_, index) => ({ _key: `k${index}`, ...createObject(nextRandom, depth - 1) }))
}

function createObject(nextRandom: () => number, depth: number): JsonObject {
  const keys = ['title', 'body', 'zeta', 'Alpha', 'å', '0', '10', '9', 'nested']
  return Object.fromEntries(
    keys.filter(() => nextRandom() < 0.6).map((key) => [key, createValue(nextRandom, depth)]),
  )
}

function editValue(nextRandom: () => number, input: unknown): unknown {
  if (nextRandom() < 0.5) return input
  if (typeof input === 'string') {
    const characters = Array.from(input)
    const position = Math.floor(nextRandom() * (characters.length + 1))
    return [
      ...characters.slice(0, position),
      '✂é',
      ...characters.slice(position + Math.floor(nextRandom() * 3)),
    ].join('')
  }
  if (Array.isArray(input)) {
    const items = input.map((item) => editValue(nextRandom, item)).filter(() => nextRandom() < 0.8)
    return nextRandom() < 0.3 ? items.reverse() : [...items, createValue(nextRandom, 1)]
  }
  if (typeof input === 'object' && input !== null) {
    const fields = Object.entries(input).filter(([key]) => key === '_key' || nextRandom() < 0.9)
    return {
      ...Object.fromEntries(
        fields.map(([key, value]) => [key, key === '_key' ? value : editValue(nextRandom, value)]),
      ),
      ...createObject(nextRandom, 0),
    }
  }
  return createValue(nextRandom, 2)
}

test("creates patches that turn one document into another when the vendor's package applies them", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const nextRandom = createRandom(seed)
    const left = createObject(nextRandom, 3)
    const edited = editValue(nextRandom, left)
    const right =
      typeof edited === 'object' && edited !== null ? Object.fromEntries(Object.entries(edited)) : {}
    expect(applyPatch(left, encodePatch(left, right)), `seed ${seed}`).toEqual(right)
    expect(applyPatch(right, encodePatch(right, left)), `seed ${seed}, reverted`).toEqual(left)
  }
})
