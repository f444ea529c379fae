import { expect, type Page, test } from '@playwright/test'
import { trackLoading } from '../../support/browsing.ts'
import { fetchContactMails, resetMail, setMailFault } from '../../support/mail.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  ada,
  contactText,
  expectSent,
  expectToast,
  expectValues,
  fillIn,
  findForm,
  openForm,
  pressSend,
} from './support.ts'

test.beforeEach(() => resetMail())
test.afterEach(() => resetMail())

const findFormAlert = (page: Page) => findForm(page).getByRole('alert')
const retry = (page: Page) =>
  findFormAlert(page)
    .getByRole('button', { name: contactText('retry'), exact: true })
    .click()

/** Submits the form, and advances the time by the timeout of 15 seconds while the response is pending. */
async function sendWithoutResponse(page: Page): Promise<void> {
  const mailRequest = page.waitForRequest(/email\/send/)
  await pressSend(page)
  await mailRequest
  await page.clock.fastForward(15_000)
  await expect(findFormAlert(page)).toContainText(contactText('failureTimeout'))
}

/** Expects a toast, the reason in the form's alert, the unchanged input, and the links to other contacts. */
async function expectFailure(page: Page, reason: string): Promise<void> {
  await expect(findFormAlert(page)).toContainText(contactText(reason))
  await expectToast(page, 'Failed to send message', 'Please try again or contact us directly.')
  await expectValues(page, ada)
  const email = seedText('siteSettings/contactEmail')
  const phoneNumber = seedText('siteSettings/contactPhone')
  await expect(findFormAlert(page).getByRole('link', { name: email, exact: true })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await expect(findFormAlert(page).getByRole('link', { name: phoneNumber, exact: true })).toHaveAttribute(
    'href',
    /^tel:/,
  )
}

for (const [status, reason] of [
  [451, 'failureHeadless'],
  [403, 'failureRefused'],
  [429, 'failureTooMany'],
  [500, 'failureService'],
  [503, 'failureService'],
  [400, 'failureOther'],
] as const) {
  const tag = status === 503 ? [] : status === 429 ? '@all' : '@nightly'
  test(`a response of ${status} from EmailJS is explained, and a retry delivers the message once`, {
    tag,
  }, async ({ page }) => {
    await page.clock.install()
    await setMailFault({ status })
    await openForm(page)
    await fillIn(page)
    await pressSend(page)
    await expectFailure(page, reason)
    expect(await fetchContactMails()).toHaveLength(0)
    await resetMail()
    // EmailJS's rate limit also counts rejected requests.
    if (status === 429) {
      const disabledRetry = findFormAlert(page).getByRole('button', { name: /^Try again in \d+ s$/ })
      await expect(disabledRetry).toHaveAttribute('aria-disabled', 'true')
      // The countdown is inside an alert, and a screen reader must not announce each second.
      await expect(disabledRetry).toHaveAttribute('aria-live', 'off')
      await disabledRetry.click({ force: true })
      await expectFailure(page, reason)
      await page.clock.fastForward(10_000)
    }
    await retry(page)
    await expectSent(page)
    await expect(findFormAlert(page)).toBeEmpty()
    // The alert and its focused button are removed, so the focus moves to the send button.
    await expect(
      findForm(page).getByRole('button', { name: contactText('submit'), exact: true }),
    ).toBeFocused()
    expect(await fetchContactMails()).toHaveLength(1)
  })
}

test('being offline is explained, and a retry sends the message once the browser is online', {
  tag: '@all',
}, async ({ page, context }) => {
  await openForm(page)
  await fillIn(page)
  await context.setOffline(true)
  await pressSend(page)
  await expectFailure(page, 'failureOffline')
  await context.setOffline(false)
  await retry(page)
  await expectSent(page)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('the input is preserved when the browser is offline before the form is filled in', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const waitForLoading = trackLoading(page)
  await openForm(page)
  await waitForLoading()
  await context.setOffline(true)
  await fillIn(page)
  await pressSend(page)
  await expect(findForm(page).getByRole('alert')).toContainText(contactText('failureOffline'))
  await expectValues(page, ada)
  await context.setOffline(false)
  await pressSend(page)
  await expectSent(page)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('a broken connection is explained, and a retry sends the message', {
  tag: '@nightly',
}, async ({ page }) => {
  await setMailFault({ lose: 'request' })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectFailure(page, 'failureConnection')
  await resetMail()
  await retry(page)
  await expectSent(page)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('a lost response is explained as a broken connection, since the message may have arrived', {
  tag: '@nightly',
}, async ({ page }) => {
  // Without a count: Chromium itself retries once when a reused connection breaks.
  await setMailFault({ lose: 'answer' })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectFailure(page, 'failureConnection')
  expect(await fetchContactMails()).toHaveLength(1)
})

test('a retry waits for the pending response, and the message is sent once', { tag: '@all' }, async ({
  page,
}) => {
  await page.clock.install()
  await setMailFault({ delayMs: 5000, count: 1 })
  await openForm(page)
  await fillIn(page)
  await sendWithoutResponse(page)
  await expectFailure(page, 'failureTimeout')
  await retry(page)
  await expect(findForm(page).getByRole('status')).toHaveText(contactText('sending'))
  await expect(findForm(page).getByRole('status')).toContainText(contactText('successTitle'))
  expect(await fetchContactMails()).toHaveLength(1)
})

test('a response after the timeout replaces the error', { tag: '@all' }, async ({ page }) => {
  await page.clock.install()
  await setMailFault({ delayMs: 4000, count: 1 })
  await openForm(page)
  await fillIn(page)
  await sendWithoutResponse(page)
  await expect(findForm(page).getByRole('status')).toContainText(contactText('successTitle'))
  await expect(findFormAlert(page)).toBeEmpty()
  await expectValues(page, { name: '', email: '', phone: '', message: '' })
  expect(await fetchContactMails()).toHaveLength(1)
})

test('the message with its topic can be copied after a failure', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await setMailFault({ status: 500 })
  await openForm(page, '/contact?topic=tour')
  await fillIn(page)
  await pressSend(page)
  await expectFailure(page, 'failureService')
  await findFormAlert(page)
    .getByRole('button', { name: contactText('copy'), exact: true })
    .click()
  await expect(
    findFormAlert(page).getByRole('button', { name: contactText('copied'), exact: true }),
  ).toBeVisible()
  const topic = contactText('topicLine').replace('{topic}', contactText('topicTour'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${topic}\n\n${ada.message}`)
})

test('the copy button selects the message when the clipboard is not available', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  })
  await setMailFault({ status: 500 })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await findFormAlert(page)
    .getByRole('button', { name: contactText('copy'), exact: true })
    .click()
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(ada.message)
})

test('the input is preserved after a failure and a reload', { tag: '@nightly' }, async ({ page }) => {
  await setMailFault({ status: 500 })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectFailure(page, 'failureService')
  await page.reload()
  await expectValues(page, ada)
})

for (const screen of [phone, { width: 820, height: 1180 }]) {
  test(`at ${screen.width} px the toast does not cover the alert`, { tag: '@all' }, async ({ page }) => {
    await page.setViewportSize(screen)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await setMailFault({ status: 500 })
    await openForm(page)
    await fillIn(page)
    await pressSend(page)
    await expectFailure(page, 'failureService')
    await expect(findFormAlert(page)).toBeInViewport({ ratio: 1 })
    const toastBox = await page.locator('.toast').boundingBox()
    const alertBox = await findFormAlert(page).boundingBox()
    if (!toastBox || !alertBox) throw new Error('The toast or the alert is not shown.')
    expect(toastBox.y + toastBox.height).toBeLessThan(alertBox.y)
  })
}

test('the toasts of the contact form can be closed, and close by themselves within 15 seconds', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.clock.install()
  await setMailFault({ status: 500 })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  const closeButton = page.getByRole('button', {
    name: seedText('messages/accessibility/closeMessage'),
    exact: true,
  })
  await closeButton.click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await retry(page)
  await expect(page.locator('.toast')).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(15_000)
  await expect(page.locator('.toast')).toHaveCount(0)
})

test.describe('with a CAPTCHA', () => {
  // The tested server has no CAPTCHA, so its policy blocks the script.
  test.use({ bypassCSP: true })

  test('a retry loads a failed widget, and only the current error is shown', { tag: '@all' }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const env = { NEXT_PUBLIC_CAPTCHA_PROVIDER: 'turnstile', NEXT_PUBLIC_CAPTCHA_SITE_KEY: 'key' }
      Object.assign(window, { process: { env } })
    })
    const turnstileScript = `window.turnstile = {
      render(place, { callback }) {
        const check = place.appendChild(document.createElement('button'))
        Object.assign(check, { type: 'button', textContent: 'I am a person', onclick: () => callback('token') })
      },
      reset() {},
    }
    captchaIsReady()`
    let isBlocked = true
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: turnstileScript }),
    )
    await openForm(page)
    await fillIn(page)
    const loadError = findForm(page).getByText(contactText('failureCaptcha'))
    const requiredError = findForm(page).getByText(contactText('captchaRequired'))
    await pressSend(page)
    await expect(loadError).toBeVisible()
    await expect(requiredError).toHaveCount(0)
    isBlocked = false
    await retry(page)
    const widgetButton = findForm(page).getByRole('button', { name: 'I am a person' })
    await expect(widgetButton).toBeVisible()
    await expect(loadError).toHaveCount(0)
    await pressSend(page)
    await expect(requiredError).toBeVisible()
    await widgetButton.click()
    await pressSend(page)
    await expectSent(page)
  })
})
