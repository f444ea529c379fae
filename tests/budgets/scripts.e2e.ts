import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { findPage } from '../../lib/pages.ts'
import { allRoutes } from '../support/routes.ts'
import { loadScripts, sumBrotliBytes } from '../support/scripts.ts'

/** The measured script size of a minimal page with links and a menu, with the same framework versions. KiB. */
const floor = 116.0

/** The allowance of each page in KiB, and the SDK that it may load; see docs/decisions/script-budgets.md. */
function getBudget(path: string): { allowance: number; allowed?: string } {
  const kind = findPage(path)?.kind
  if (kind === 'account') return { allowance: 40, allowed: 'auth' }
  return { allowance: kind === 'contact' ? 20 : 8 }
}

const build = resolve(process.env.TEST_DIST_DIR ?? '.next-test', 'static', 'chunks')
const packages = resolve('node_modules')

/**
 * Patterns that detect SDKs in a minified script, each with a chunk of the build that contains the SDK, to test the
 * pattern itself.
 */
const telltales = [
  { name: 'the CMS client', pattern: /sanity/i, found: build },
  { name: 'live content', pattern: /live\/events/, found: build },
  { name: 'invisible edit marks', pattern: /stega/i, found: build },
  { name: 'visual editing', pattern: /visual-?editing/i, found: build },
  { name: 'Portable Text', pattern: /portabletext/i, found: build },
  { name: 'auth', pattern: /supabase|gotrue/i, found: resolve(packages, '@supabase/supabase-js/dist/umd') },
  { name: 'mail', pattern: /emailjs/i, found: resolve(packages, '@emailjs/browser/dist') },
  {
    name: 'validation',
    pattern: /ZodError|_zod\b|invalid_union/,
    found: resolve(packages, 'zod/v4/core'),
  },
]

for (const { path } of allRoutes) {
  const { allowance, allowed } = getBudget(path)
  test(`${path} loads ${allowance} KiB of script above the floor at most, and no other SDK`, async ({
    page,
  }) => {
    const scripts = await loadScripts(page, path)
    expect(scripts.length, 'scripts of the page').toBeGreaterThan(3)
    const kib = sumBrotliBytes(scripts) / 1024
    test
      .info()
      .annotations.push({ type: 'script', description: `${kib.toFixed(1)} KiB in ${scripts.length} files` })
    console.info(`${path}: ${kib.toFixed(1)} KiB of script in ${scripts.length} files`)
    for (const { name, pattern } of telltales.filter((each) => each.name !== allowed)) {
      const guilty = scripts.filter(({ text }) => pattern.test(text)).map(({ url }) => new URL(url).pathname)
      expect(guilty, `scripts with ${name}`).toEqual([])
    }
    expect(kib).toBeLessThanOrEqual(floor + allowance)
  })
}

for (const { name, pattern, found } of telltales) {
  test(`${name} is detected`, () => {
    const files = readdirSync(found).filter((file) => file.endsWith('.js'))
    const recognized = files.filter((file) => pattern.test(readFileSync(resolve(found, file), 'utf8')))
    expect(recognized.length).toBeGreaterThan(0)
  })
}
