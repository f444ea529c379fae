import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { loadPage } from './publishing.ts'
import { expectDesk, textField, uiTimeout } from './studio.ts'

/** Where the table of `docs/benchmarks.md` comes from. */
const table = join('test-results', 'editing.md')

/**
 * Carries out a task of an editor, and records the clicks, in the preview too, and the seconds until visitors had the
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

/** Opens a document of the desk by the names of its lists. */
export async function open(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByTestId(`pane-item-${name}`).click()
  }
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
}

/** Writes into a text field of the form, which is clicked first. */
export async function write(page: Page, path: string, text: string): Promise<void> {
  await writeInto(textField(page, path), text)
}

/** Fills an input until the value stays: while a document is loading, the form is rendered again. */
export async function writeInto(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.click({ timeout: 5000 })
    await field.fill(text)
    await expect(field).toHaveValue(text)
  }).toPass({ timeout: uiTimeout })
}

/** Waits until visitors of a page read a text, or no longer do. */
export async function expectOnSite(path: string, text: string, isThere = true): Promise<void> {
  const find = async () => (await loadPage(path)).html.includes(text)
  await expect.poll(find, { message: `${text} at ${path}`, timeout: uiTimeout }).toBe(isThere)
}
