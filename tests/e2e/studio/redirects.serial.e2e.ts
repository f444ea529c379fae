import { expect } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'
import { putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { openDocument, pressPublish, studioTimeouts, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

test('an editor redirects an address, and is told what cannot work', { tag: '@all' }, async ({ page }) => {
  await openDocument(page, 'redirects')
  await page.getByRole('button', { name: 'Add item' }).click()
  const field = (name: string) =>
    page.locator(`[data-testid^="field-rules["][data-testid$=".${name}"] input`).first()
  await field('from').fill('/spring-flyer', { timeout: uiTimeout })
  await field('to').fill('/spring-flyer')
  await expect(
    page.getByText('This redirect leads back to itself. Please choose another address.').first(),
  ).toBeVisible({
    timeout: uiTimeout,
  })
  await field('to').fill('/services#offer')
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await pressPublish(page, 'redirects')
  await expect
    .poll(
      async () => {
        const { status, headers } = await fetch(`${testEnvironment().siteOrigin}/spring-flyer`, {
          redirect: 'manual',
        })
        return [status, headers.get('location')]
      },
      { timeout: uiTimeout },
    )
    .toEqual([301, '/services#offer'])
})
