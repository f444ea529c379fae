import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { fetchStoredField } from './content.ts'
import { loadPage } from './publishing.ts'
import { openHistory, retryTimeout, textField, uiTimeout } from './studio.ts'

/** The window width at which the Studio's tests are measured, such as 390 for a phone; 0 turns measurement off. */
const measuredWidth = Number(process.env.EDITING_WIDTH ?? 0)

/** The file with the measurements for `docs/benchmarks.md`. */
const reportFile = join('test-results', `editing-${measuredWidth}.md`)

/** Counts a Studio test's clicks and taps, including those in the preview, and measures its duration in seconds. */
export function createMeasurement() {
  let [presses, startedAt, seconds] = [0, 0, 0]
  return {
    /** If the tests are measured, sets the page's width and counts presses. Call this before the page loads. */
    async observe(page: Page): Promise<void> {
      if (!measuredWidth) return
      await page.setViewportSize({ width: measuredWidth, height: 950 })
      await page.exposeBinding('countPress', () => {
        presses += seconds ? 0 : 1
      })
      await page.addInitScript('addEventListener("pointerdown", () => countPress(), true)')
    },
    start(): void {
      ;[presses, startedAt] = [0, performance.now()]
    },
    /** Stops counting. Later calls have no effect. */
    stop(): void {
      seconds ||= (performance.now() - startedAt) / 1000
    },
    /** Adds the figures to the report, if the tests are measured. */
    report(title: string): void {
      if (!measuredWidth) return
      mkdirSync('test-results', { recursive: true })
      if (!existsSync(reportFile)) appendFileSync(reportFile, '| task | presses | seconds |\n|---|---|---|\n')
      appendFileSync(reportFile, `| ${title} | ${presses} | ${seconds.toFixed(0)} |\n`)
    },
  }
}

/** Opens a document in the Studio by clicking the list items with these titles, in order. */
export async function openInDesk(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await page.getByTestId(`pane-item-${title}`).click()
  }
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
}

/** Opens a tool by its title. On a phone, tools are in the menu. */
export async function openTool(page: Page, title: string): Promise<void> {
  const link = page.getByRole('link', { name: title, exact: true })
  if (!(await link.isVisible())) await page.getByTestId('studio-navbar').getByRole('button').first().click()
  await link.click()
}

/** Fills in the form's text field with this path. */
export async function fillField(page: Page, path: string, text: string): Promise<void> {
  await fillReliably(textField(page, path), text)
}

/** Fills in an input repeatedly until it retains the text, because the form renders again while a document loads. */
export async function fillReliably(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.click({ timeout: 5000 })
    await field.fill(text)
    await expect(field).toHaveValue(text, { timeout: retryTimeout })
  }).toPass({ timeout: uiTimeout })
}

/** Closes the dialogs of a section's item and of the section, which cover “Publish” on a phone. */
export async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog')
  await expect(async () => {
    // Escape would close only the item's dialog, because the section's dialog then has no focus.
    const button = dialogs.last().getByRole('button', { name: 'Close dialog' })
    if (await dialogs.count()) await button.click({ timeout: retryTimeout })
    await expect(dialogs).toHaveCount(0, { timeout: retryTimeout })
  }).toPass({ timeout: uiTimeout })
}

/** Waits until a field of a document or draft has this value; null matches a missing field or document. */
export async function expectStored(id: string, path: string, value: unknown): Promise<void> {
  await expect
    .poll(() => fetchStoredField(id, path), { message: `${path} of ${id}`, timeout: uiTimeout })
    .toEqual(value)
}

/** Expects that the open form shows a problem, and that its document can't be published. */
export async function expectRefused(page: Page, problem: string | RegExp): Promise<void> {
  await expect(page.getByText(problem).first()).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })
}

/** Discards the open document's draft. */
export async function discardDraft(page: Page, id: string): Promise<void> {
  await page.getByTestId('action-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expectStored(`drafts.${id}`, '_id', null)
}

/** Restores the open document's second-to-last published revision as a draft. */
export async function revertLastPublication(page: Page): Promise<void> {
  await openHistory(page)
  const publications = page.getByTestId('timeline-item-button').filter({ hasText: /published/i })
  await publications.nth(1).click()
  await page.getByTestId('action-reverttorevision').click()
  await page.getByTestId('confirm-popover-confirm-button').click()
}

/** Waits until a public page's HTML contains this text or, if `isExpected` is false, no longer contains it. */
export async function expectTextOnSite(path: string, text: string, isExpected = true): Promise<void> {
  const isInHtml = async () => (await loadPage(path)).html.includes(text)
  await expect.poll(isInHtml, { message: `${text} at ${path}`, timeout: uiTimeout }).toBe(isExpected)
}
