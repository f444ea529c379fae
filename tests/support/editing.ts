import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { fetchStoredField } from './content.ts'
import { loadPage } from './publishing.ts'
import { expectDesk, openHistory, retryTimeout, textField, uiTimeout } from './studio.ts'

/** The file with the measurements for `docs/benchmarks.md`. */
const reportFile = join('test-results', 'editing.md')

/**
 * Runs an editor's task, and adds its clicks, including those in the preview, and its seconds to the report.
 *
 * @param startUrl - the URL of the Studio where the task starts
 * @param steps - the task, which ends when visitors see the change
 */
export async function measureTask(
  page: Page,
  name: string,
  startUrl: string,
  steps: () => Promise<void>,
): Promise<void> {
  // With EDITING_WIDTH=390, the tasks are measured as on a phone.
  await page.setViewportSize({ width: Number(process.env.EDITING_WIDTH ?? 1500), height: 950 })
  let clickCount = 0
  await page.exposeBinding('countClick', () => {
    clickCount += 1
  })
  await page.addInitScript('addEventListener("pointerdown", () => countClick(), true)')
  await page.goto(startUrl)
  await expectDesk(page)
  const startedAt = performance.now()
  await steps()
  const seconds = (performance.now() - startedAt) / 1000
  mkdirSync('test-results', { recursive: true })
  if (!existsSync(reportFile)) appendFileSync(reportFile, '| task | presses | seconds |\n|---|---|---|\n')
  appendFileSync(reportFile, `| ${name} | ${clickCount} | ${seconds.toFixed(0)} |\n`)
}

/** Opens a document in the Studio by clicks on list items with these titles. */
export async function openInDesk(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await page.getByTestId(`pane-item-${title}`).click()
  }
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
}

/** Fills in a text field of the form, by the field's path. */
export async function fillField(page: Page, path: string, text: string): Promise<void> {
  await fillReliably(textField(page, path), text)
}

/** Fills an input until the input retains the text, because the form renders again while a document loads. */
export async function fillReliably(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.click({ timeout: 5000 })
    await field.fill(text)
    await expect(field).toHaveValue(text, { timeout: retryTimeout })
  }).toPass({ timeout: uiTimeout })
}

/** Waits until a field of a document or draft has a value; null for a field or document that does not exist. */
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

/** Discards the draft of the open document. */
export async function discardDraft(page: Page, id: string): Promise<void> {
  await page.getByTestId('action-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expectStored(`drafts.${id}`, '_id', null)
}

/** Restores the open document's publication before the last one as a draft. */
export async function revertLastPublication(page: Page): Promise<void> {
  await openHistory(page)
  const publications = page.getByTestId('timeline-item-button').filter({ hasText: /published/i })
  await publications.nth(1).click()
  await page.getByTestId('action-reverttorevision').click()
  await page.getByTestId('confirm-popover-confirm-button').click()
}

/** Waits until the HTML of a public page contains a text, or with `isExpected` false no longer contains it. */
export async function expectTextOnSite(path: string, text: string, isExpected = true): Promise<void> {
  const isInHtml = async () => (await loadPage(path)).html.includes(text)
  await expect.poll(isInHtml, { message: `${text} at ${path}`, timeout: uiTimeout }).toBe(isExpected)
}
