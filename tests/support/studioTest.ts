import { type BrowserContext, test as base, type ConsoleMessage, expect, mergeTests } from '@playwright/test'
import { expectCallsServed, recordCalls } from 'local-cloud/testing/studioCalls'
import { contentTest } from './contentTest.ts'
import { createMeasurement } from './editing.ts'
import { testEnvironment } from './environment.ts'
import { type Account, expectDesk, signIn, studioTimeout, studioUrl, uiTimeout } from './studio.ts'

type TestFixtures = {
  account: Account
  /** The test's measurement, which starts when the Studio is open. */
  measurement: ReturnType<typeof createMeasurement>
}

type WorkerFixtures = {
  /** Returns the browser context of a signed-in account. All tests of a worker share it. */
  getBrowserContext: (account: Account) => Promise<BrowserContext>
}

/**
 * Tests whose `page` is the Studio, signed in as `account`. Each test gets a new tab in the account's shared browser
 * context, since signing in and loading the Studio's scripts take most of a test's time. After each test, the fixture
 * expects that the Content Lake served every request, and that no content security policy was violated.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  account: ['editor', { option: true }],
  getBrowserContext: [
    async ({ browser }, use) => {
      const contexts = new Map<Account, Promise<BrowserContext>>()
      const openContext = async (account: Account) => {
        // Without reduced motion, exit animations may never end, so a closed menu may cover the next one.
        const context = await browser.newContext({
          viewport: { width: 1600, height: 1000 },
          reducedMotion: 'reduce',
        })
        context.setDefaultTimeout(uiTimeout)
        const page = await context.newPage()
        await signIn(page, account)
        await page.close()
        return context
      }
      await use((account) => {
        const context = contexts.get(account) ?? openContext(account)
        contexts.set(account, context)
        return context
      })
      for (const context of contexts.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  measurement: async ({}, use) => use(createMeasurement()),
  page: async ({ account, getBrowserContext, measurement }, use, testInfo) => {
    testInfo.setTimeout(studioTimeout)
    const context = await getBrowserContext(account)
    const violations: string[] = []
    const recordViolation = (message: ConsoleMessage) => {
      const text = message.text()
      if (/Content Security Policy/.test(text)) violations.push(text)
    }
    context.on('console', recordViolation)
    const page = await context.newPage()
    recordCalls(page, testEnvironment().contentLakeOrigin)
    await measurement.observe(page)
    await page.goto(studioUrl('structure'))
    await expectDesk(page)
    measurement.start()
    await use(page)
    measurement.stop()
    if (testInfo.status === 'passed') measurement.report(testInfo.title)
    for (const openPage of context.pages()) await openPage.close()
    context.off('console', recordViolation)
    expectCallsServed(page)
    expect(violations, 'violations of the content security policy').toEqual([])
  },
})

/** Like {@link test}, for tests that change content. All content is restored once their tabs are closed. */
export const serialTest = mergeTests(test, contentTest)
