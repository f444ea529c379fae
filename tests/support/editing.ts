import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { loadPage } from './publishing.ts'
import { expectDesk, textField, uiTimeout } from './studio.ts'

/** The file with the measurements for `docs/benchmarks.md`. */
const table = join('test-results', 'editing.md')

/**
 * Runs an editor's task, and records its clicks, including those in the preview, and the seconds until visitors see the
 * change.
 *
 * @param studio - the URL of the Studio in which it begins
 */
export async function measureTask(
  page: Page,
  name: string,
  studio: string,
  steps: () => Promise<void>,
): Promise<void> {
  let presses = 0
  await page.exposeBinding('notePress', () => {
    presses += 1
  })
  await page.addInitScript('addEventListener("pointerdown", () => notePress(), true)')
  await page.goto(studio)
  await expectDesk(page)
  const began = performance.now()
  await steps()
  const seconds = (performance.now() - began) / 1000
  mkdirSync('test-results', { recursive: true })
  if (!existsSync(table)) appendFileSync(table, '| task | presses | seconds |\n|---|---|---|\n')
  appendFileSync(table, `| ${name} | ${presses} | ${seconds.toFixed(0)} |\n`)
}

/** Opens a document in the Studio's lists by their titles. */
export async function open(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByTestId(`pane-item-${name}`).click()
  }
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
}

/** Clicks a text field of the form and fills it in. */
export async function write(page: Page, path: string, text: string): Promise<void> {
  await writeInto(textField(page, path), text)
}

/** Fills an input until it retains the value, because the form renders again while a document loads. */
export async function writeInto(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.click({ timeout: 5000 })
    await field.fill(text)
    await expect(field).toHaveValue(text)
  }).toPass({ timeout: uiTimeout })
}

/** Waits until the public page shows a text, or no longer shows it. */
export async function expectOnSite(path: string, text: string, isThere = true): Promise<void> {
  const find = async () => (await loadPage(path)).html.includes(text)
  await expect.poll(find, { message: `${text} at ${path}`, timeout: uiTimeout }).toBe(isThere)
}
