import { expect, type Page, test } from '@playwright/test'
import { expectPageHydrated as expectPageAlive } from '../../support/browsing.ts'
import { fetchContactMails, resetMail } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  ada,
  contactText,
  expectSent,
  fillIn,
  findForm,
  getFields,
  openForm,
  pressSend,
  waitForForm,
} from './support.ts'

test.beforeEach(() => resetMail())

const getLine = (topic: string) => contactText('topicLine').replace('{topic}', contactText(topic))
/** The page scrolls to the form two frames after it is complete, and emits no event when it does not. */
const scrollingWouldHaveBegun = async (page: Page) => {
  await page.waitForLoadState('load')
  for (let frame = 0; frame < 10; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

for (const [label, topic] of [
  ['Book a Tour', 'topicTour'],
  ['Book Your Session', 'topicSession'],
] as const) {
  test(`“${label}” on the studio page fills in the topic, which starts the message`, async ({ page }) => {
    await page.goto('/studio')
    await page.getByRole('link', { name: label, exact: true }).click()
    await waitForForm(page)
    await expect(findForm(page).getByText(getLine(topic), { exact: true })).toBeVisible()
    await fillIn(page)
    await pressSend(page)
    await expectSent(page)
    expect((await fetchContactMails())[0]?.details?.template_params?.message).toBe(
      `${getLine(topic)}\n\n${ada.message}`,
    )
    await expect(findForm(page).getByText(getLine(topic), { exact: true })).toHaveCount(0)
  })
}

test('the topic can be removed, and the focus stays at the form', { tag: '@all' }, async ({ page }) => {
  await openForm(page, '/contact?topic=membership')
  await expect(findForm(page).getByText(getLine('topicMembership'), { exact: true })).toBeVisible()
  await findForm(page)
    .getByRole('button', { name: contactText('topicRemove'), exact: true })
    .press('Enter')
  await expect(findForm(page).getByText(getLine('topicMembership'), { exact: true })).toHaveCount(0)
  await expect(findForm(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(getFields(page).name).toBeFocused()
  await fillIn(page)
  await pressSend(page)
  await expectSent(page)
  expect((await fetchContactMails())[0]?.details?.template_params?.message).toBe(ada.message)
})

test('in the dark the focus ring is visible on the topic bar', { tag: '@all' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openForm(page, '/contact?topic=tour')
  const remove = findForm(page).getByRole('button', { name: contactText('topicRemove'), exact: true })
  await remove.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(remove).toBeFocused()
  // The bar is amber, as the ring is on every other ground of the night.
  await expect(remove).toHaveCSS('outline-color', 'rgb(20, 16, 12)')
})

test('another topic in the URL changes the topic line, and leaves the input alone', { tag: '@all' }, async ({
  page,
}) => {
  await openForm(page, '/contact?topic=tour')
  await fillIn(page)
  await page.evaluate(() => history.pushState(null, '', '/contact?topic=membership'))
  await expect(findForm(page).getByText(getLine('topicMembership'), { exact: true })).toBeVisible()
  await expect(getFields(page).message).toHaveValue(ada.message)
})

for (const topic of ['', 'constructor', '<b>tour</b>', 'Tour']) {
  test(`“${topic}” is not accepted as a topic`, { tag: '@all' }, async ({ page }) => {
    await openForm(page, `/contact?topic=${encodeURIComponent(topic)}`)
    await expect(
      findForm(page).getByRole('button', { name: contactText('topicRemove'), exact: true }),
    ).toHaveCount(0)
  })
}

test('the page scrolls to the form, and leaves the focus where it was', async ({ page }) => {
  await openForm(page)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: seedText('contactPage/formHeading') })).toBeInViewport()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

test('it scrolls there after a link of the site, too', { tag: '@all' }, async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('navigation').getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: seedText('contactPage/formHeading') })).toBeInViewport()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
})

test('with reduced motion it jumps there', { tag: '@all' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    document.addEventListener('scroll', () => seen.push(window.scrollY))
  })
  await openForm(page)
  // The event comes a frame after the page has moved.
  const seen = () => page.evaluate<number[]>(() => Reflect.get(window, 'seen'))
  await expect.poll(seen).not.toEqual([])
  expect(await scrolled(page)).toBeGreaterThan(0)
  expect(new Set(await seen()).size).toBe(1)
})

test('a URL with a fragment scrolls to its target', { tag: '@all' }, async ({ page }) => {
  await openForm(page, '/contact#content')
  await scrollingWouldHaveBegun(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test('a visitor who has started to read is not scrolled', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => window.scrollTo({ top: 40, behavior: 'instant' }))
  })
  await openForm(page)
  await scrollingWouldHaveBegun(page)
  expect(await scrolled(page)).toBe(40)
})

test('a visitor who uses the keyboard is not scrolled', { tag: '@all' }, async ({ page }) => {
  await page.goto('/about')
  await expectPageAlive(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Contact', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await waitForForm(page)
  await scrollingWouldHaveBegun(page)
  expect(await scrolled(page)).toBe(0)
})
