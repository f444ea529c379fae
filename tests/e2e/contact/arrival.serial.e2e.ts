import { expect, type Page, test } from '@playwright/test'
import { expectPageHydrated } from '../../support/browsing.ts'
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

/** Returns the line that names a topic above the message. */
const getTopicLine = (topic: string) => contactText('topicLine').replace('{topic}', contactText(topic))
/** Waits ten frames: the page starts to scroll two frames after it has loaded, or not at all. */
const waitForScrollStart = async (page: Page) => {
  await page.waitForLoadState('load')
  for (let frame = 0; frame < 10; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}
const readScrollTop = (page: Page) => page.evaluate(() => window.scrollY)

for (const [label, topic] of [
  ['Book a Tour', 'topicTour'],
  ['Book Your Session', 'topicSession'],
] as const) {
  test(`“${label}” on the studio page opens the form with a topic, which begins the sent message`, async ({
    page,
  }) => {
    await page.goto('/studio')
    await page.getByRole('link', { name: label, exact: true }).click()
    await waitForForm(page)
    await expect(findForm(page).getByText(getTopicLine(topic), { exact: true })).toBeVisible()
    await fillIn(page)
    await pressSend(page)
    await expectSent(page)
    expect((await fetchContactMails())[0]?.details?.template_params?.message).toBe(
      `${getTopicLine(topic)}\n\n${ada.message}`,
    )
    await expect(findForm(page).getByText(getTopicLine(topic), { exact: true })).toHaveCount(0)
  })
}

test('the topic can be removed, which moves the focus to the form', { tag: '@nightly' }, async ({ page }) => {
  await openForm(page, '/contact?topic=membership')
  await expect(findForm(page).getByText(getTopicLine('topicMembership'), { exact: true })).toBeVisible()
  await findForm(page)
    .getByRole('button', { name: contactText('topicRemove'), exact: true })
    .press('Enter')
  await expect(findForm(page).getByText(getTopicLine('topicMembership'), { exact: true })).toHaveCount(0)
  await expect(findForm(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(getFields(page).name).toBeFocused()
  await fillIn(page)
  await pressSend(page)
  await expectSent(page)
  expect((await fetchContactMails())[0]?.details?.template_params?.message).toBe(ada.message)
})

test('in dark mode the focus ring on the amber topic bar is dark', { tag: '@nightly' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openForm(page, '/contact?topic=tour')
  const removeButton = findForm(page).getByRole('button', { name: contactText('topicRemove'), exact: true })
  await removeButton.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(removeButton).toBeFocused()
  // Elsewhere the focus ring is amber in dark mode, the color of this bar.
  await expect(removeButton).toHaveCSS('outline-color', 'rgb(20, 16, 12)')
})

test('another topic in the URL changes the topic line but not the input', { tag: '@nightly' }, async ({
  page,
}) => {
  await openForm(page, '/contact?topic=tour')
  await fillIn(page)
  await page.evaluate(() => history.pushState(null, '', '/contact?topic=membership'))
  await expect(findForm(page).getByText(getTopicLine('topicMembership'), { exact: true })).toBeVisible()
  await expect(getFields(page).message).toHaveValue(ada.message)
})

for (const topic of ['', 'constructor', '<b>tour</b>', 'Tour']) {
  test(`the form ignores the unknown topic “${topic}”`, { tag: '@nightly' }, async ({ page }) => {
    await openForm(page, `/contact?topic=${encodeURIComponent(topic)}`)
    await expect(
      findForm(page).getByRole('button', { name: contactText('topicRemove'), exact: true }),
    ).toHaveCount(0)
  })
}

test('the page scrolls to the form, and does not move the focus', async ({ page }) => {
  await openForm(page)
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: seedText('contactPage/formHeading') })).toBeInViewport()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

test('the page scrolls to the form after navigation within the site', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('navigation').getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: seedText('contactPage/formHeading') })).toBeInViewport()
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(0)
})

test('with reduced motion the page scrolls to the form in one step', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const scrollPositions: number[] = []
    Object.assign(window, { scrollPositions })
    document.addEventListener('scroll', () => scrollPositions.push(window.scrollY))
  })
  await openForm(page)
  // The scroll event follows a frame after the scrolling.
  const readScrollPositions = () => page.evaluate<number[]>(() => Reflect.get(window, 'scrollPositions'))
  await expect.poll(readScrollPositions).not.toEqual([])
  expect(await readScrollTop(page)).toBeGreaterThan(0)
  expect(new Set(await readScrollPositions()).size).toBe(1)
})

test('the page does not scroll to the form when the URL has another fragment', { tag: '@nightly' }, async ({
  page,
}) => {
  await openForm(page, '/contact#content')
  await waitForScrollStart(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})

test('the page does not scroll to the form when the visitor has scrolled', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => window.scrollTo({ top: 40, behavior: 'instant' }))
  })
  await openForm(page)
  await waitForScrollStart(page)
  expect(await readScrollTop(page)).toBe(40)
})

test('the page does not scroll to the form when the visitor uses the keyboard', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/about')
  await expectPageHydrated(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Contact', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await waitForForm(page)
  await waitForScrollStart(page)
  expect(await readScrollTop(page)).toBe(0)
})
