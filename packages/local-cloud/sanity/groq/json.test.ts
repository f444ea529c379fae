import { expect, test } from 'vitest'
import { jsonOf } from './json.ts'
import { leaf, type Traced } from './traced.ts'

test('writes traced values as JSON', () => {
  const texts = ['"quoted"', 'ä€😀', '\u2028']
  const list: Traced = { kind: 'array', items: texts.map(leaf) }
  const fields = new Map<string, Traced>([
    ['none', { kind: 'array', items: [] }],
    ['list', list],
    ['nothing', { kind: 'object', fields: new Map() }],
    ['missing', leaf(undefined)],
  ])
  expect(JSON.parse(jsonOf({ kind: 'object', fields }))).toEqual({
    none: [],
    list: texts,
    nothing: {},
    missing: null,
  })
})
