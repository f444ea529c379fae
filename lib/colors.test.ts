import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ink } from './colors'

const read = (file: string) => readFileSync(file, 'utf8')

it('defines ink as the color of --color-ink in tokens.css', () => {
  expect(read('app/(site)/styles/tokens.css')).toContain(`--color-ink: ${ink};`)
})

it('allows the ink color only in tokens.css and colors.ts', () => {
  const files = globSync('{app,components,lib,scripts,server,studio}/**/*.{css,ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  const filesWithInk = files.filter((file) => read(file).includes(ink))
  expect(filesWithInk.toSorted()).toEqual(['app/(site)/styles/tokens.css', 'lib/colors.ts'])
})
