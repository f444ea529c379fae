import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { findPage } from '../../lib/pages.ts'
import { allPagesAndUnknown } from '../support/pages.ts'
import { loadScripts, sumBrotliBytes } from '../support/scripts.ts'

/** The measured script size of a minimal page with links and a menu, with the same framework versions. */
const frameworkKib = 116.0

/** Returns the script size above the framework's and the SDK that a page may load: docs/decisions/script-budgets.md. */
function getBudget(path: string): { allowanceKib: number; allowedSdk?: string } {
  const kind = findPage(path)?.kind
  if (kind === 'account') return { allowanceKib: 40, allowedSdk: 'auth' }
  return { allowanceKib: kind === 'contact' ? 20 : 8 }
}

const chunks = resolve(process.env.TEST_DIST_DIR ?? '.next-test', 'static', 'chunks')
const packages = resolve('node_modules')

/** Patterns that detect an SDK in a minified script. To test them, `sdkFolder` has scripts that contain the SDK. */
const sdkPatterns = [
  { name: 'the Sanity client', pattern: /sanity/i, sdkFolder: chunks },
  { name: 'live content', pattern: /live\/events/, sdkFolder: chunks },
  { name: 'stega (invisible edit marks)', pattern: /stega/i, sdkFolder: chunks },
  { name: 'visual editing', pattern: /visual-?editing/i, sdkFolder: chunks },
  { name: 'Portable Text', pattern: /portabletext/i, sdkFolder: chunks },
  {
    name: 'auth',
    pattern: /supabase|gotrue/i,
    sdkFolder: resolve(packages, '@supabase/supabase-js/dist/umd'),
  },
  { name: 'mail', pattern: /emailjs/i, sdkFolder: resolve(packages, '@emailjs/browser/dist') },
  {
    name: 'validation',
    pattern: /ZodError|_zod\b|invalid_union/,
    sdkFolder: resolve(packages, 'zod/v4/core'),
  },
]

for (const { path } of allPagesAndUnknown) {
  const { allowanceKib, allowedSdk } = getBudget(path)
  test(`${path} loads at most ${allowanceKib} KiB of script above the framework, and no forbidden SDK`, async ({
    page,
  }) => {
    const scripts = await loadScripts(page, path)
    expect(scripts.length, 'scripts of the page').toBeGreaterThan(3)
    const kib = sumBrotliBytes(scripts) / 1024
    test
      .info()
      .annotations.push({ type: 'script', description: `${kib.toFixed(1)} KiB in ${scripts.length} files` })
    console.info(`${path}: ${kib.toFixed(1)} KiB of script in ${scripts.length} files`)
    for (const { name, pattern } of sdkPatterns.filter((sdk) => sdk.name !== allowedSdk)) {
      const matching = scripts
        .filter(({ text }) => pattern.test(text))
        .map(({ url }) => new URL(url).pathname)
      expect(matching, `scripts with ${name}`).toEqual([])
    }
    expect(kib).toBeLessThanOrEqual(frameworkKib + allowanceKib)
  })
}

for (const { name, pattern, sdkFolder } of sdkPatterns) {
  test(`the pattern of ${name} matches a script that contains it`, () => {
    const files = readdirSync(sdkFolder).filter((file) => file.endsWith('.js'))
    const matching = files.filter((file) => pattern.test(readFileSync(resolve(sdkFolder, file), 'utf8')))
    expect(matching.length).toBeGreaterThan(0)
  })
}
