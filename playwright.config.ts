import { defineConfig } from '@playwright/test'

/** `npm test` sets these; the fallbacks let editors list the tests. */
const siteOrigin = process.env.TEST_SITE_ORIGIN ?? 'http://localhost:3100'
const executablePath = process.env.CHROMIUM_PATH || undefined

/** Journeys with accounts, money and messages: they fail vendors, and do not change the content. */
const members = '**/e2e/{accounts,billing,contact}/*.serial.e2e.ts'

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // A test that passes only at the second try has to be fixed.
  retries: 0,
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: process.env.SOAK ? 900_000 : 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: siteOrigin,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-gpu',
        // The shell rounds the widths of letters otherwise, and lines would break where no visitor's do.
        '--font-render-hinting=none',
        // Hosts at Sanity that the Studio requests are the same in every run: not found.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  // `pages` only reads and `members` changes nothing that pages contain, so both run at once; `serial` has the
  // content and all vendors to itself, afterwards. `members` comes first, since its files wait for each other.
  projects: [
    { name: 'members', testMatch: members, workers: 1 },
    // Without a graphics card every frame of a movement is drawn by the processor that the tests need.
    { name: 'pages', testIgnore: '**/*.serial.e2e.ts', use: { contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'serial', testMatch: '**/*.serial.e2e.ts', testIgnore: members, workers: 1 },
  ],
})
