import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { sdkPatterns } from '../support/scripts.ts'

// phone.e2e.ts checks the scripts of each page.

for (const { name, pattern, sdkFolder } of sdkPatterns) {
  test(`the pattern for ${name} matches a script that contains it`, () => {
    const files = readdirSync(sdkFolder).filter((file) => file.endsWith('.js'))
    const matching = files.filter((file) => pattern.test(readFileSync(resolve(sdkFolder, file), 'utf8')))
    expect(matching.length).toBeGreaterThan(0)
  })
}
