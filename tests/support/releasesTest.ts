import { test as base, expect, type Page } from '@playwright/test'
import { allowOrigin } from '../../scripts/vendors/sanity.ts'
import { testCloud } from './environment.ts'
import { restore, type Snapshot, takeSnapshot } from './publishing.ts'
import { removeReleases } from './releases.ts'
import { type SecondSite, startSecondSite } from './secondSite.ts'
import { uiTimeout } from './studio.ts'

/**
 * Tests with `releasesSite`, a site whose Studio has releases. Such a site needs its own build, so a worker shares one
 * among its tests.
 */
export const test = base.extend<object, { releasesSite: SecondSite }>({
  releasesSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
    async ({}, use) => {
      const site = await startSecondSite({ NEXT_PUBLIC_SANITY_RELEASES: 'on' }, 'own')
      await allowOrigin(testCloud(), site.origin)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** After each test of the calling file, removes all releases and restores the content from before the first test. */
export function restoreContentAfterEachTest(): void {
  let snapshot: Snapshot
  test.beforeAll(async () => {
    snapshot = await takeSnapshot()
  })
  test.afterEach(async () => {
    await removeReleases()
    await restore(snapshot)
  })
}

/** Options for a browser in another time zone, in which the Studio must still show times of Los Angeles. */
export const browserInBerlin = { viewport: { width: 1600, height: 1000 }, timezoneId: 'Europe/Berlin' }

/** Opens the tool “Releases” while there are no releases. */
export async function openReleasesTool(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Releases' }).click()
  await expect(page.getByText('America/Los Angeles')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('no-releases-info-text')).toBeVisible({ timeout: uiTimeout })
}
