import { expect, type Page, test } from '@playwright/test'
import { type ContactValues, fieldNames } from '@/lib/contact/fields'
import { createUser } from '../../support/accounts.ts'
import { delayScripts, expectHydrated } from '../../support/browsing.ts'
import { removeLazyScripts } from '../../support/deployment.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
import { fetchContactMails, resetMail, setMailFault } from '../../support/mail.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'
import { openAsUser } from '../accounts/support.ts'
import {
  ada,
  contactText,
  createMessage,
  expectSent,
  expectValues,
  fillIn,
  findForm,
  findFormAlert,
  getFields,
  openForm,
  pressButton,
  pressSend,
  readSentMessage,
  sendFilledForm,
  waitForForm,
} from './support.ts'

const emptyValues: ContactValues = { ...ada }
for (const name of fieldNames) emptyValues[name] = ''

/** Returns the line that states the topic, above the message. */
const getTopicLine = (topic: string) => contactText('topicLine').replace('{topic}', contactText(topic))

test.beforeEach(() => resetMail())
test.afterEach(() => resetMail())

test('a message sent with the keyboard has exactly the template’s variables', async ({ page }) => {
  await openForm(page)
  await getFields(page).name.focus()
  for (const name of fieldNames) {
    await page.keyboard.insertText(ada[name])
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expectSent(page)
  await expectValues(page, emptyValues)
  const mails = await fetchContactMails()
  expect(mails.map(({ details }) => details?.template_params)).toEqual([
    {
      from_name: ada.name,
      from_email: ada.email,
      phone: ada.phone,
      message: ada.message,
      to_email: seedText('siteSettings/contactEmail'),
    },
  ])
})

test('a form submitted before the scripts load is sent once, with no input in the URL', async ({ page }) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page)
  await pressSend(page)
  await expect(page).toHaveURL('/contact')
  resumeScripts()
  await expectSent(page)
  expect(await readSentMessage()).toBe(ada.message)
})

test('a message without text that is submitted before the scripts load is rejected', async ({ page }) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page, { ...ada, message: '' })
  await pressSend(page)
  resumeScripts()
  await expect(getFields(page).message).toHaveAccessibleDescription(contactText('messageRequired'))
})

test('a suspected typo in an email hides the previous message’s result', async ({ page }) => {
  await sendFilledForm(page)
  await expectSent(page)
  await fillIn(page)
  await getFields(page).email.fill('ada@gmial.com')
  await pressSend(page)
  const question = contactText('emailSuggestion').replace('{email}', 'ada@gmail.com')
  await expect(findForm(page).getByRole('button', { name: question })).toBeFocused()
  await expect(findForm(page).getByRole('status')).toBeEmpty()
})

test('the button is disabled while a message is being sent, and sends the message once', async ({ page }) => {
  await setMailFault({ delayMs: 2500, count: 1 })
  await sendFilledForm(page)
  const button = findForm(page).getByRole('button', { name: contactText('sending'), exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(findForm(page).getByRole('status')).toHaveText(contactText('sending'))
  await expect(getFields(page).message).not.toBeEditable()
  // Without `force`, Playwright would wait until the message has been sent.
  await button.click({ force: true })
  await getFields(page).name.press('Enter')
  await expectSent(page)
  expect(await readSentMessage()).toBe(ada.message)
})

test('missing and overlong input is reported, and the first invalid field is focused', async ({ page }) => {
  await openForm(page)
  await pressSend(page)
  const { name, email, phone: phoneField, message } = getFields(page)
  await expect(name).toBeFocused()
  for (const [field, text] of [
    [name, contactText('nameRequired')],
    [email, contactText('emailRequired')],
    [message, contactText('messageRequired')],
  ] as const) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(text)
    await expect(findForm(page).getByText(text, { exact: true })).toBeVisible()
  }
  await expect(phoneField).not.toHaveAttribute('aria-invalid')
  const longMessage = 'long '.repeat(1100).trim()
  await fillIn(page, { ...ada, message: longMessage })
  await expect(name).not.toHaveAttribute('aria-invalid')
  await pressSend(page)
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(contactText('tooLong').replace('{max}', '5000'))
  await expect(message).toHaveValue(longMessage)
  expect(await fetchContactMails()).toHaveLength(0)
})

test('input is preserved after a reload, and deleted when the message is sent', async ({ page }) => {
  await openForm(page)
  await fillIn(page)
  await page.reload()
  await expectValues(page, ada)
  await waitForForm(page)
  await pressSend(page)
  await expectSent(page)
  await page.reload()
  await expectValues(page, emptyValues)
})

test('a message with a filled-in honeypot field is rejected', async ({ page }) => {
  await openForm(page)
  await fillIn(page)
  const honeypot = findForm(page).locator('input[name="company-website"]')
  await expect(honeypot).toHaveAttribute('tabindex', '-1')
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await pressSend(page)
  await expect(findFormAlert(page)).toContainText(contactText('failureRefused'))
  expect(await fetchContactMails()).toHaveLength(0)
})

test('a form that is filled in faster than a person can type is sent after a delay', async ({ page }) => {
  await page.goto('/contact')
  await expectHydrated(findForm(page))
  await page.evaluate(() => {
    performance.now = () => 0
  })
  await fillIn(page)
  await pressSend(page)
  await expect(findForm(page).getByRole('status')).toHaveText(contactText('sending'))
  expect(await fetchContactMails()).toHaveLength(0)
  await expectSent(page)
})

/** Expects the specified message and the reason in the form's alert, the unchanged input, and email and phone links. */
async function expectFailure(page: Page, reason: string): Promise<void> {
  const alert = findFormAlert(page)
  await expect(alert).toContainText(contactText(reason))
  for (const text of ['Failed to send message', 'Please try again or contact us directly.'])
    await expect(alert.getByText(text, { exact: true })).toBeVisible()
  await expectValues(page, ada)
  const email = seedText('siteSettings/contactEmail')
  await expect(alert.getByRole('link', { name: email, exact: true })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  const phoneLink = alert.getByRole('link', { name: seedText('siteSettings/contactPhone'), exact: true })
  await expect(phoneLink).toHaveAttribute('href', /^tel:/)
}

test('an EmailJS failure is explained, and a retry delivers the message once', async ({ page }) => {
  await page.setViewportSize(phone)
  await setMailFault({ status: 503 })
  await sendFilledForm(page)
  await expectFailure(page, 'failureService')
  await expect(findFormAlert(page)).toBeInViewport({ ratio: 1 })

  await resetMail()
  await pressButton(page, 'retry')
  await expectSent(page)
  await expect(findForm(page).getByRole('status')).toBeInViewport({ ratio: 1 })
  await expect(findFormAlert(page)).toBeEmpty()
  // The alert and its focused button are removed, so the focus moves to the send button.
  await expect(findForm(page).getByRole('button', { name: contactText('submit'), exact: true })).toBeFocused()
  expect(await readSentMessage()).toBe(ada.message)
})

test('a failure while offline is explained, and a retry sends the message once the browser is online', async ({
  page,
  context,
}) => {
  await openForm(page)
  await fillIn(page)
  await context.setOffline(true)
  await pressSend(page)
  await expectFailure(page, 'failureOffline')
  await context.setOffline(false)
  await pressButton(page, 'retry')
  await expectSent(page)
  expect(await readSentMessage()).toBe(ada.message)
})

test('a lost response is explained, and the message with its topic can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The fault has no count, since Chromium itself retries once when a reused connection breaks.
  await setMailFault({ lose: 'response' })
  await openForm(page, '/contact?topic=tour')
  await fillIn(page)
  await pressSend(page, 'submitRequest')
  await expectFailure(page, 'failureConnection')
  await pressButton(page, 'copy')
  await expect(
    findFormAlert(page).getByRole('button', { name: contactText('copied'), exact: true }),
  ).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(createMessage(getTopicLine('topicTour')))
})

test('a form whose scripts were removed reloads the page once and explains the failure', async ({ page }) => {
  await openForm(page)
  const { missingPaths, restore } = await removeLazyScripts(page, '/contact')
  const reload = page.waitForEvent('load')
  await getFields(page).name.focus()
  await reload
  await waitForForm(page)
  await fillIn(page)
  await pressSend(page)
  await expect(findFormAlert(page)).toContainText(contactText('failureOutdated'))
  expect(missingPaths.length).toBeGreaterThan(2)
  restore()
  await page.reload()
  await waitForForm(page)
  await pressSend(page)
  await expectSent(page)
})

const findWish = (page: Page, name: string) => findForm(page).getByLabel(contactText(name))

/** A time for a booking, and its line in the message. */
const wishTime = '2099-12-01T10:00'
const wishLine = `${contactText('firstWish')}: Tuesday, December 1, 2099 at 10:00 AM`

test('“Book a Tour” opens a form of its own, with two preferred times and the opening hours', async ({
  page,
}) => {
  await page.goto('/studio')
  await page.getByRole('link', { name: 'Book a Tour', exact: true }).click()
  const heading = page.getByRole('heading', { name: contactText('tourHeading'), exact: true })
  await expect(heading).toBeInViewport()
  await expect(findForm(page)).toHaveAccessibleName(contactText('tourHeading'))
  await expect(page.getByText(contactText('bookingIntro'))).toBeVisible()
  await expect(page.getByText(seedText('contactPage/formIntro'))).toHaveCount(0)
  await waitForForm(page)
  await expect(findWish(page, 'firstWish')).toHaveAccessibleDescription(seedText('contactPage/hours/0'))
  await findWish(page, 'firstWish').fill(wishTime)
  await fillIn(page)
  await pressSend(page, 'submitRequest')
  await expectSent(page, wishLine + contactText('wishNote'))
  expect(await readSentMessage()).toBe(createMessage(getTopicLine('topicTour'), wishLine))
  await expect(heading).toBeVisible()

  await findForm(page)
    .getByRole('button', { name: contactText('bookingRemove'), exact: true })
    .press('Enter')
  await expect(findForm(page)).toBeFocused()
  await expect(findForm(page)).toHaveAccessibleName(seedText('contactPage/formHeading'))
  await expect(findWish(page, 'firstWish')).toHaveCount(0)
})

test('a booking’s fields are shown before the scripts load; they stay in place, and keep what was entered', async ({
  page,
}) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact?topic=tour', { waitUntil: 'commit' })
  const field = findWish(page, 'firstWish')
  await field.fill(wishTime)
  await fillIn(page)
  const getTop = async () => (await field.boundingBox())?.y ?? Number.NaN
  const top = await getTop()
  resumeScripts()
  await waitForForm(page)
  await expect(page.getByRole('heading', { name: contactText('tourHeading'), exact: true })).toBeVisible()
  await expect(field).toHaveValue(wishTime)
  expect(await getTop()).toBeCloseTo(top, 0)
  await page.goto('/contact')
  await waitForForm(page)
  await expect(field).toHaveCount(0)
})

test('a booking that is submitted before the scripts load is sent with its time', async ({ page }) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact?topic=tour', { waitUntil: 'commit' })
  await findWish(page, 'firstWish').fill(wishTime)
  await fillIn(page)
  await pressSend(page)
  resumeScripts()
  await expectSent(page, wishLine + contactText('wishNote'))
  expect(await readSentMessage()).toBe(createMessage(getTopicLine('topicTour'), wishLine))
})

test('a booking requires a time or a message, and rejects past, closed, incomplete and repeated times', async ({
  page,
}) => {
  await openForm(page, '/contact?topic=session')
  await expect(page.getByRole('heading', { name: contactText('sessionHeading'), exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: contactText('sessionOffer') })).toBeVisible()
  await fillIn(page, { ...ada, message: '' })
  const [first, second] = [findWish(page, 'firstWish'), findWish(page, 'secondWish')]
  await pressSend(page, 'submitRequest')
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription(new RegExp(contactText('wishRequired')))
  await expect(getFields(page).message).not.toHaveAttribute('aria-invalid')
  await expect(getFields(page).name).toHaveValue(ada.name)

  await first.fill('2026-01-01T10:00')
  await expect(first).toHaveAccessibleDescription(new RegExp(contactText('wishPast')))
  await first.fill(wishTime)
  await expect(first).not.toHaveAttribute('aria-invalid')

  const sundayNight = '2099-12-06T23:30'
  await second.fill(sundayNight)
  await pressSend(page, 'submitRequest')
  await expect(second).toBeFocused()
  const openingHours = 'Monday to Saturday, 9 am to 8 pm'
  await expect(second).toHaveAccessibleDescription(
    contactText('wishClosed').replace('{openingHours}', openingHours),
  )
  await expect(second).toHaveValue(sundayNight)
  await expect(first).toHaveValue(wishTime)
  await second.fill('')

  await second.focus()
  await page.keyboard.type('1201')
  await pressSend(page, 'submitRequest')
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleDescription(contactText('wishIncomplete'))
  await second.fill(wishTime)
  await pressSend(page, 'submitRequest')
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleDescription(new RegExp(contactText('wishRepeated')))
  await expect(first).toHaveValue(wishTime)
  await second.fill('')
  await expect(second).not.toHaveAttribute('aria-invalid')
  await pressSend(page, 'submitRequest')
  await expectSent(page, wishLine + contactText('wishNote'))
  expect(await readSentMessage()).toBe(`${getTopicLine('topicSession')}\n${wishLine}`)
})

test('after a signed-in user books, the form still has the name and the email', async ({ page }) => {
  const { email } = await createUser()
  await openAsUser(page, email, '/contact?topic=session')
  await waitForForm(page)
  await expect(getFields(page).email).toHaveValue(email)
  await fillIn(page, { name: ada.name, message: ada.message })
  await pressSend(page, 'submitRequest')
  await expectSent(page, contactText('wishNote'))
  await expectValues(page, { ...emptyValues, name: ada.name, email })
})

for (const [topic, label] of [
  ['tour', contactText('firstWish')],
  ['membership', contactText('messageLabel')],
] as const) {
  test(`on a full load, the topic ${topic} moves nothing`, async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await recordLayoutShifts(page)
    await openForm(page, `/contact?topic=${topic}`)
    await expect(findForm(page).getByLabel(label)).toBeVisible()
    expect(await sumLayoutShifts(page)).toBeLessThan(0.01)
  })
}
