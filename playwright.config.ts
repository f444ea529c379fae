import { defineConfig } from '@playwright/test'

/** `npm test` sets these; the fallbacks let editors list the tests. */
const siteOrigin = process.env.TEST_SITE_ORIGIN ?? 'http://localhost:3100'
const executablePath = process.env.CHROMIUM_PATH || undefined

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Two cores share a browser, the Studio, the site and the cloud: a test may run into its time-out for want of
  // them. It is repeated once, and `npm test` names it at its end.
  retries: 1,
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: process.env.SOAK ? 900_000 : 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: siteOrigin,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    },
  },
  // `npm test` runs one project after the other, so the second one has the content to itself.
  projects: [
    { name: 'pages', testIgnore: '**/*.serial.e2e.ts' },
    { name: 'serial', testMatch: '**/*.serial.e2e.ts', workers: 1 },
  ],
})
