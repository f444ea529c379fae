import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { contentClient, fetchStoredField } from './content.ts'
import { testEnvironment } from './environment.ts'

/** The roles of the people who can sign in to the local Studio. */
export type Account = 'administrator' | 'editor' | 'contributor' | 'viewer'

const accountNames: Record<Account, string> = {
  administrator: 'Avery Administrator',
  editor: 'Eden Editor',
  contributor: 'Casey Contributor',
  viewer: 'Vic Viewer',
}

/** The timeout for assertions in the Studio, in milliseconds. The Studio is large, and tests share two cores. */
export const uiTimeout = 60_000

/** How long, in milliseconds, a step may take before its sequence of steps is retried. */
export const retryTimeout = 3000

/** The timeout of a Studio test, in milliseconds. */
export const studioTimeout = 240_000

/** Returns the URL of a view in the Studio, for example of `structure/offer`. */
export function studioUrl(path = '', origin = testEnvironment().siteOrigin): string {
  return `${origin}/studio-admin${path ? `/${path}` : ''}`
}

/** Signs in on the Studio's sign-in page, and waits until the Studio is open. */
export async function signIn(page: Page, account: Account, url = studioUrl()): Promise<void> {
  await page.goto(url)
  await page.getByRole('link', { name: 'Local account' }).or(page.getByText('Local account')).first().click()
  await page.getByRole('button', { name: accountNames[account] }).click()
  await expectDesk(page)
}

/** Waits until the Studio shows its tools. */
export async function expectDesk(page: Page): Promise<void> {
  await expect(page.getByTestId('studio-navbar')).toBeVisible({ timeout: uiTimeout })
}

/** Opens a document by its path in the Structure tool, such as `offer`, `pages;homePage` or `legal;legalPage-terms`. */
export async function openDocument(page: Page, deskPath: string): Promise<void> {
  await page.goto(studioUrl(`structure/${deskPath}`))
  await expect(page.getByTestId('document-panel-scroller')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
}

/** Returns the input of the text field that has this path, such as `seo.title`. */
export function textField(page: Page, path: string): Locator {
  return page.getByTestId(`field-${path}`).locator('input, textarea').first()
}

/** Opens the form's tab that has this name. On narrow screens, a form has a select instead of tabs. */
export async function openTab(page: Page, name: string): Promise<void> {
  const select = page.getByTestId('field-group-select').last()
  const tab = page.getByTestId(`group-tab-${name}`).last()
  await expect(select.or(tab).filter({ visible: true }).first()).toBeVisible({ timeout: uiTimeout })
  if (await select.isVisible()) await select.selectOption(name)
  else await tab.click()
}

/** Returns the input of a text field. Opens the field's tab if the field is not visible. */
export async function fieldInTab(page: Page, tab: string, path: string): Promise<Locator> {
  const field = textField(page, path)
  if (!(await field.isVisible())) await openTab(page, tab)
  return field
}

/**
 * Fills in a text field on one of the form's tabs. The Studio may switch to the first tab when it creates a draft, so
 * the tab is opened again if the field is not visible.
 */
export async function fillInTab(page: Page, tab: string, path: string, text: string): Promise<void> {
  await expect(async () => {
    const field = await fieldInTab(page, tab, path)
    await field.fill(text, { timeout: 5000 })
    await expect(field).toHaveValue(text, { timeout: retryTimeout })
  }).toPass({ timeout: uiTimeout })
}

/** Opens the history of the open document. */
export async function openHistory(page: Page): Promise<void> {
  await page.getByTestId('pane-context-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('tab', { name: 'Review changes' })).toBeVisible({ timeout: uiTimeout })
}

/** Waits for the first draft of a type, and returns its id without `drafts.`. */
export async function findNewDocumentId(type: string): Promise<string> {
  const query = '*[_type == $type && _id in path("drafts.**")][0]._id'
  const find = () => contentClient().fetch<string | null>(query, { type })
  await expect.poll(find, { timeout: uiTimeout }).not.toBeNull()
  return String(await find()).replace('drafts.', '')
}

/** Publishes the open document, and waits until its draft no longer exists. */
export async function pressPublish(page: Page, id: string): Promise<void> {
  const button = page.getByTestId('action-publish')
  await expect(button).toBeEnabled({ timeout: uiTimeout })
  // The Studio refuses a click that precedes the validation of the last change, so the click is repeated.
  await expect(async () => {
    if (await button.isEnabled()) await button.click({ timeout: 5000 })
    await expect.poll(() => fetchStoredField(`drafts.${id}`, '_id'), { timeout: retryTimeout }).toBeNull()
  }).toPass({ timeout: uiTimeout })
}

/** Returns the frame of the site in the Studio's Preview tool. */
export function previewFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe')
}

type Point = { x: number; y: number }

/** Returns the center of an element. Retries, since the Studio may replace the element while a document loads. */
export async function getCenter(element: Locator): Promise<Point> {
  for (;;) {
    await expect(element).toBeVisible({ timeout: uiTimeout })
    const box = await element.boundingBox()
    if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
}

/** Drags with the mouse in small steps, as a user does. */
export async function drag({ mouse }: Page, from: Point, to: Point): Promise<void> {
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(to.x, to.y, { steps: 12 })
  await mouse.up()
}

/** Creates a plain picture, as a PNG. */
export const createPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#264' } })
    .png()
    .toBuffer()

/** Drops a file on an input, as when a user drags it from the desktop. */
export async function drop(input: Locator, name: string, bytes: Buffer, type = 'image/png'): Promise<void> {
  const target = input.locator('[data-test-id="file-target"]').first()
  const transfer = await target.evaluateHandle(
    (_element, { name: filename, base64, type: fileType }) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([content], filename, { type: fileType }))
      return transfer
    },
    { name, base64: bytes.toString('base64'), type },
  )
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(event, { dataTransfer: transfer })
  }
}

/** Selects a perspective of the Studio by its name. */
export async function choosePerspective(page: Page, name: 'Published' | 'Drafts'): Promise<void> {
  await page.getByTestId('global-perspective-menu-button').click()
  await page.getByTestId('release-menu').getByText(name, { exact: true }).click()
}
