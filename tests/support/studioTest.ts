import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test'
import { expectCallsServed, recordCalls } from 'local-cloud/testing/studioCalls'
import { testEnvironment } from './environment.ts'
import { type Account, expectDesk, signIn, studioUrl, uiTimeout } from './studio.ts'

/** The project's own host, from which the Studio reads the project's name also when it has another API host. */
const projectHost = 'http://local.localhost:'

type People = {
  /** The browser of a user who is signed in to the Studio: one each, shared by all tests. */
  browserOf: (account: Account) => Promise<BrowserContext>
}

/**
 * Tests whose `page` is the Studio, open and signed in as `account`. Each gets a new tab of that person's browser:
 * signing in and fetching the Studio's megabytes of script for every test would take most of their time. Whatever a test
 * does there, the content security policy of the Studio, and of the drafts that it shows, refuses nothing that they need.
 */
export const test = base.extend<{ account: Account }, People>({
  account: ['editor', { option: true }],
  browserOf: [
    async ({ browser }, use) => {
      const contexts = new Map<Account, Promise<BrowserContext>>()
      const open = async (account: Account) => {
        // In a page that lived for many tests, exit animations never ended: a closed menu stayed over what came next.
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
        const context = contexts.get(account) ?? open(account)
        contexts.set(account, context)
        return context
      })
      for (const context of contexts.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  page: async ({ account, browserOf }, use) => {
    const context = await browserOf(account)
    const refused: string[] = []
    const note = (message: ConsoleMessage) => {
      const text = message.text()
      if (/Content Security Policy/.test(text) && !text.includes(projectHost)) refused.push(text)
    }
    context.on('console', note)
    const page = await context.newPage()
    recordCalls(page, testEnvironment().contentLakeOrigin)
    await page.goto(studioUrl('structure'))
    await expectDesk(page)
    await use(page)
    for (const each of context.pages()) await each.close()
    context.off('console', note)
    expectCallsServed(page)
    expect(refused, 'what the content security policy has refused').toEqual([])
  },
})
