import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { encodePatch } from './mendoza.ts'
import type { JsonObject } from './values.ts'

/** A seeded generator (mulberry32), for reproducible failures. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
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

function value(next: () => number, depth: number): unknown {
  const pick = Math.floor(next() * (depth > 0 ? 8 : 5))
  const word = () => WORDS[Math.floor(next() * WORDS.length)] ?? ''
  if (pick === 0) return Math.floor(next() * 10)
  if (pick === 1) return next() < 0.5
  if (pick === 2) return null
  if (pick < 5) return `${word()} ${word()} ${word()}`
  if (pick === 5) return object(next, depth - 1)
  const items = Array.from({ length: Math.floor(next() * 5) }, () => value(next, depth - 1))
  if (pick === 6) return items
  return items.map((_, index) => ({ _key: `k${index}`, ...object(next, depth - 1) }))
}

function object(next: () => number, depth: number): JsonObject {
  const keys = ['title', 'body', 'zeta', 'Alpha', 'å', '0', '10', '9', 'nested']
  return Object.fromEntries(keys.filter(() => next() < 0.6).map((key) => [key, value(next, depth)]))
}

function edit(next: () => number, input: unknown): unknown {
  if (next() < 0.5) return input
  if (typeof input === 'string') {
    const points = Array.from(input)
    const at = Math.floor(next() * (points.length + 1))
    return [...points.slice(0, at), '✂é', ...points.slice(at + Math.floor(next() * 3))].join('')
  }
  if (Array.isArray(input)) {
    const items = input.map((item) => edit(next, item)).filter(() => next() < 0.8)
    return next() < 0.3 ? items.reverse() : [...items, value(next, 1)]
  }
  if (typeof input === 'object' && input !== null) {
    const fields = Object.entries(input).filter(([key]) => key === '_key' || next() < 0.9)
    return {
      ...Object.fromEntries(fields.map(([k, v]) => [k, k === '_key' ? v : edit(next, v)])),
      ...object(next, 0),
    }
  }
  return value(next, 2)
}

test('patches turn the left document into the right one with the vendor package', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const next = random(seed)
    const left = object(next, 3)
    const edited = edit(next, left)
    const right =
      typeof edited === 'object' && edited !== null ? Object.fromEntries(Object.entries(edited)) : {}
    expect(applyPatch(left, encodePatch(left, right)), `seed ${seed}`).toEqual(right)
    expect(applyPatch(right, encodePatch(right, left)), `seed ${seed}, reverted`).toEqual(left)
  }
})

test('patches of a creation or deletion contain the whole value', () => {
  expect(encodePatch(null, { a: 1 })).toEqual([0, { a: 1 }])
  expect(applyPatch({ a: 1 }, encodePatch({ a: 1 }, null))).toBeNull()
})

test('a patch of a text contains only the changed part', () => {
  const left = { _type: 'post', title: 'Record in Beverly Hills with two cameras' }
  const right = { _type: 'post', title: 'Record in sunny Beverly Hills with two cameras' }
  const patch = encodePatch(left, right)
  expect(patch).toContain('sunny ')
  expect(JSON.stringify(patch)).not.toContain('Beverly')
})

test('a patch of a moved and changed item contains only the change', () => {
  const left = {
    items: [
      { _key: 'a', text: 'first line of text' },
      { _key: 'b', text: 'second line of text' },
    ],
  }
  const right = {
    items: [
      { _key: 'b', text: 'second line of words' },
      { _key: 'a', text: 'first line of text' },
    ],
  }
  const patch = encodePatch(left, right)
  expect(JSON.stringify(patch)).not.toContain('second')
  expect(applyPatch(left, patch)).toEqual(right)
})

test('encodes lists of any length', () => {
  const list = (n: number) => ({ list: Array.from({ length: 60_000 }, (_, i) => ({ _key: `k${i}`, n })) })
  expect(applyPatch(list(1), encodePatch(list(1), list(2)))).toEqual(list(2))
})
