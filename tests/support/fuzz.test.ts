import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldValues } from './fuzz.ts'

it('the fuzzer has values for every field that a file of a route declares as `name: z…`', () => {
  const sources = globSync('app/api/**/route.ts').map((file) => readFileSync(file, 'utf8'))
  const declaredFields = sources.flatMap((source) =>
    [...source.matchAll(/\b(\w+): z\b/g)].map(([, name = '']) => name),
  )
  expect(new Set(declaredFields).size).toBeGreaterThan(8)
  expect(declaredFields.filter((name) => !(name in fieldValues))).toEqual([])
})
