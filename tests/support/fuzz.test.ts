import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fields } from './fuzz.ts'

it('has every field that a route reads', () => {
  const sources = globSync('app/api/**/route.ts').map((file) => readFileSync(file, 'utf8'))
  const read = sources.flatMap((source) => [...source.matchAll(/\b(\w+): z\b/g)].map(([, name = '']) => name))
  expect(new Set(read).size).toBeGreaterThan(8)
  expect(read.filter((name) => !(name in fields))).toEqual([])
})
