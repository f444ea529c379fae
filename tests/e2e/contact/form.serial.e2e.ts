import { expect, type Locator, test } from '@playwright/test'
import { delayScripts, expectHydrated, trackLoading } from '../../support/browsing.ts'
import { fetchContactMails, resetMail, setMailFault } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  ada,
  contactText,
  expectSent,
  expectToast,
  expectValues,
  fillIn,
  findForm,
  getFields,
  openForm,
  pressSend,
  waitForForm,
} from './support.ts'

const emptyValues = { name: '', email: '', phone: '', message: '' }

test.beforeEach(() => resetMail())

test('a message is delivered with exactly the fields of the template', { tag: '@all' }, async ({ page }) => {
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectToast(page, 'Message sent successfully!', "We'll get back to you as soon as possible.")
  await expectSent(page)
  await expectValues(page, emptyValues)
  const mails = await fetchContactMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.details?.template_params).toEqual({
    from_name: ada.name,
    from_email: ada.email,
    phone: ada.phone,
    message: ada.message,
    to_email: seedText('siteSettings/contactEmail'),
  })
})

test('a message can be written and sent with the keyboard alone, without a phone number', {
  tag: '@all',
}, async ({ page }) => {
  await openForm(page)
  await getFields(page).name.focus()
  await page.keyboard.type('Grace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grace@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectSent(page)
  await expect(findForm(page).getByRole('button', { name: contactText('submit'), exact: true })).toBeFocused()
  expect((await fetchContactMails())[0]?.details?.template_params?.phone).toBe('')
})

test('input that is submitted before the scripts load is sent once, and never appears in the URL', async ({
  page,
}) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page)
  await pressSend(page)
  await expect(page).toHaveURL('/contact')
  resumeScripts()
  await expectSent(page)
  const mails = await fetchContactMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.details?.template_params?.message).toBe(ada.message)
})

test('input that is submitted before the scripts load is validated after they load, and preserved', async ({
  page,
}) => {
  const resumeScripts = await delayScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page, { ...ada, email: 'ada' })
  await pressSend(page)
  resumeScripts()
  await expect(getFields(page).email).toBeFocused()
  await expect(getFields(page).email).toHaveAccessibleDescription(contactText('emailInvalid'))
  await expectValues(page, { ...ada, email: 'ada' })
})

test('the button is disabled while a message is being sent, and sends the message once', {
  tag: '@all',
}, async ({ page }) => {
  await setMailFault({ delayMs: 2500, count: 1 })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  const button = findForm(page).getByRole('button', { name: contactText('sending'), exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(findForm(page).getByRole('status')).toHaveText(contactText('sending'))
  await expect(getFields(page).message).not.toBeEditable()
  await button.click()
  await getFields(page).name.press('Enter')
  await expectSent(page)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('missing input is reported at each required field, and the first invalid field gets the focus', async ({
  page,
}) => {
  await openForm(page)
  await pressSend(page)
  const { name, email, phone, message } = getFields(page)
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
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await name.fill('Ada')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await email.fill('not an address')
  await expect(email).toHaveAccessibleDescription(contactText('emailInvalid'))
  await pressSend(page)
  await expect(email).toBeFocused()
  expect(await fetchContactMails()).toHaveLength(0)
})

test('a name and a message of spaces are rejected', { tag: '@all' }, async ({ page }) => {
  await openForm(page)
  await fillIn(page, { ...ada, name: '   ', message: '\n \n' })
  await pressSend(page)
  await expect(getFields(page).name).toHaveAccessibleDescription(contactText('nameRequired'))
  await expect(getFields(page).message).toHaveAccessibleDescription(contactText('messageRequired'))
})

for (const [email, phone] of [
  ['jörg@bücher.example', '00 49 (0)30 / 901820'],
  ['用户@例え.jp', '+81-3-1234-5678 内線 9'],
  ['first.last+tag@sub.domain.co.uk', '٠١٢٣٤٥٦٧٨٩'],
] as const) {
  test(`the form accepts the email address ${email} and the phone number ${phone}`, {
    tag: '@nightly',
  }, async ({ page }) => {
    await openForm(page)
    await fillIn(page, { ...ada, email, phone })
    await pressSend(page)
    await expectSent(page)
    const params = (await fetchContactMails())[0]?.details?.template_params
    expect(params?.phone).toBe(phone)
    expect(params?.from_email?.split('@')[0]).toBe(email.split('@')[0])
  })
}

test('a message that is too long is rejected with the limit, and not truncated', {
  tag: '@all',
}, async ({ page }) => {
  await openForm(page)
  const message = 'long '.repeat(1100).trim()
  await fillIn(page, { ...ada, message })
  await pressSend(page)
  await expect(getFields(page).message).toHaveAccessibleDescription(
    contactText('tooLong').replace('{max}', '5000'),
  )
  await expect(getFields(page).message).toHaveValue(message)
  expect(await fetchContactMails()).toHaveLength(0)
})

test('input is preserved after a reload, and deleted when the message is sent', { tag: '@all' }, async ({
  page,
}) => {
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

test('the contact form works in a browser without storage', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    }
  })
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectSent(page)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('a name and a message cannot inject template variables or markup', { tag: '@all' }, async ({ page }) => {
  await openForm(page)
  const message = '{{to_email}} <img src=x onerror="alert(1)">\r\nBcc: all@example.com'
  await fillIn(page, { ...ada, name: 'Eve {{message}}', message })
  await pressSend(page)
  await expectSent(page)
  const [mail] = await fetchContactMails()
  expect(mail?.subject).toBe('Message from Eve {{message}}')
  expect(mail?.text).toContain('{{to_email}} <img')
  expect(mail?.html).not.toContain('<img')
})

test('a message with a filled-in honeypot field is rejected', { tag: '@all' }, async ({ page }) => {
  await openForm(page)
  await fillIn(page)
  const honeypot = findForm(page).locator('input[name="website"]')
  await expect(honeypot).toHaveAttribute('tabindex', '-1')
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await pressSend(page)
  await expect(findForm(page).getByRole('alert')).toContainText(contactText('failureRefused'))
  expect(await fetchContactMails()).toHaveLength(0)
})

test('a form that is filled in faster than a person can write is sent after a delay', {
  tag: '@all',
}, async ({ page }) => {
  await page.clock.install()
  await openForm(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  let isLoading = false
  page.on('request', (request) => {
    isLoading ||= request.resourceType() === 'script'
  })
  await page.reload()
  // Scripts load after the first frame, for which the clock has to advance.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return isLoading
    })
    .toBe(true)
  await expectHydrated(findForm(page))
  await fillIn(page)
  await pressSend(page)
  await expect(findForm(page).getByRole('status')).toHaveText(contactText('sending'))
  await page.clock.runFor(1000)
  expect(await fetchContactMails()).toHaveLength(0)
  await page.clock.runFor(2000)
  await expectSent(page)
})

test('in dark mode, the button has the text color of the form while a message is being sent', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/email/send', () => {})
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  const button = findForm(page).locator('.button[aria-disabled="true"]')
  const getColor = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
  expect(await getColor(button)).toBe(await getColor(findForm(page)))
})

test('a second message right after the first is rejected, and its input is preserved', {
  tag: '@all',
}, async ({ page }) => {
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
  await expectSent(page)
  const secondMessage = { ...ada, message: 'Another thing.' }
  await fillIn(page, secondMessage)
  await pressSend(page)
  await expect(findForm(page).getByRole('alert')).toContainText(contactText('failureTooMany'))
  await expectValues(page, secondMessage)
  expect(await fetchContactMails()).toHaveLength(1)
})

test('the script that sends messages loads from the site when a field gets the focus', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const waitForLoading = trackLoading(page)
  await openForm(page)
  await waitForLoading()
  const initialCount = scripts.length
  await getFields(page).name.focus()
  await expect.poll(() => scripts.length).toBeGreaterThan(initialCount)
  expect(scripts.every((url) => new URL(url).origin === new URL(page.url()).origin)).toBe(true)
})
