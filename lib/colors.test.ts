import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ink } from './colors'

const read = (file: string) => readFileSync(file, 'utf8')

it('has the ink of the style sheets', () => {
  expect(read('app/(site)/styles/tokens.css')).toContain(`--color-ink: ${ink};`)
})

it('is the only place of the ink besides the style sheets’ own', () => {
  const files = globSync('{app,components,lib,scripts,server,studio}/**/*.{css,ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => new RegExp(`${ink}\\b`).test(read(file)))
  expect(found.toSorted()).toEqual(['app/(site)/styles/tokens.css', 'lib/colors.ts'])
})
