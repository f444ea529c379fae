import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** `npm test` and `npm run test:e2e` set these variables; the fallbacks let code editors list the tests. */
const siteOrigin = process.env.TEST_SITE_ORIGIN ?? 'http://localhost:3100'
const executablePath = process.env.CHROMIUM_PATH || undefined

/** Tests of accounts, payments and the contact form. They inject faults into vendors. */
const members = '**/e2e/{accounts,billing,contact}/*.e2e.ts'
/** Tests that change content. */
const serial = '**/*.serial.e2e.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  // A test that passes only on the second try has to be fixed.
  retries: 0,
  // A third browser causes timeouts on two cores.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: process.env.SOAK ? 900_000 : 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: siteOrigin,
    screenshot: 'only-on-failure',
    // Without a graphics card, animations take CPU time from the tests.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-gpu',
        // Otherwise the headless shell rounds glyph widths, and lines break differently than in visitors' browsers.
        '--font-render-hinting=none',
        // Makes the Studio's requests to Sanity's own hosts fail in the same way on every machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  // `pages` only reads, and `members` changes nothing that pages contain, so scripts/test/steps.ts runs both at
  // once. It runs `serial` alone, afterward. `members` comes first, since its files run one after another.
  projects: [
    { name: 'members', testMatch: members, testIgnore: serial, workers: 1 },
    { name: 'pages', testIgnore: [serial, members] },
    { name: 'serial', testMatch: serial, workers: 1 },
  ],
})
