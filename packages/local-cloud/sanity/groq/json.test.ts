import { afterEach, expect, test, vi } from 'vitest'
import { Budget } from '../budget.ts'
import { jsonOf } from './json.ts'
import { leaf, type Traced } from './traced.ts'

const plenty = { time: 60_000, memory: 1e9 }

afterEach(() => {
  vi.restoreAllMocks()
})

test('a long value is written in pieces that together are its JSON', () => {
  const texts = Array.from({ length: 2500 }, (_, n) => `"${n}" ${'ä€😀'.repeat(200)}`)
  const list: Traced = { kind: 'array', items: texts.map(leaf) }
  const fields = new Map<string, Traced>([
    ['none', { kind: 'array', items: [] }],
    ['list', list],
    ['nothing', { kind: 'object', fields: new Map() }],
  ])
  const pieces = jsonOf({ kind: 'object', fields }, new Budget(plenty))
  expect(pieces.length).toBeGreaterThan(1)
  expect(JSON.parse(pieces.join(''))).toEqual({ none: [], list: texts, nothing: {} })
})

test('a text that is too long is refused before it is written', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  expect(() => jsonOf(leaf('x'.repeat(100_000)), new Budget({ ...plenty, memory: 100_000 }))).toThrow(
    'memory',
  )
  expect(stringify).not.toHaveBeenCalled()
})
