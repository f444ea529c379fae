import { test } from '@playwright/test'
import { restore, type Snapshot, takeSnapshot } from './publishing.ts'

/** Defines tests that change content. All content is restored after each test. */
export const contentTest = test.extend<{ snapshot: Snapshot }>({
  snapshot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const snapshot = await takeSnapshot()
      await use(snapshot)
      await restore(snapshot)
    },
    { auto: true },
  ],
})
