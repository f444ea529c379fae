import { expect, type Page } from '@playwright/test'
import { type ContactValues, fieldNames } from '@/lib/contact/fields'
import { expectHydrated } from '../../support/browsing.ts'
import { fetchContactMails } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'

/** Returns one of the contact form's strings from the seed. */
export const contactText = (name: string) => seedText(`messages/contactForm/${name}`)

/** Valid input for the contact form's fields. */
export const ada: ContactValues = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  message: 'I would like to talk about engines.\nWhen is the studio free?',
}

/** Returns {@link ada}'s message as sent after a topic and preferred times. */
export const createMessage = (...lines: readonly string[]): string => `${lines.join('\n')}\n\n${ada.message}`

/** Finds the contact form, which has the heading of its section. */
export const findForm = (page: Page) => page.getByRole('main').getByRole('form')

export const findFormAlert = (page: Page) => findForm(page).getByRole('alert')

/** Finds the contact form's fields by their labels. */
export function getFields(page: Page) {
  const form = findForm(page)
  return {
    name: form.getByRole('textbox', { name: contactText('nameLabel'), exact: true }),
    email: form.getByRole('textbox', { name: contactText('emailLabel'), exact: true }),
    phone: form.getByRole('textbox', {
      name: `${contactText('phoneLabel')} (${contactText('optional')})`,
      exact: true,
    }),
    // Matches the start, since a booking's label also says that the message is optional.
    message: form.getByRole('textbox', { name: new RegExp(`^${contactText('messageLabel')}`) }),
  }
}

/** Opens the contact page, and prepares its form with {@link waitForForm}. */
export async function openForm(page: Page, url = '/contact'): Promise<void> {
  await page.goto(url)
  await waitForForm(page)
}

/** Waits until the form is hydrated, and advances `performance.now()` by 3 s, the minimum time to fill in the form. */
export async function waitForForm(page: Page): Promise<void> {
  await expectHydrated(findForm(page))
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3000
  })
}

/** Fills in the fields for which a value is given. */
export async function fillIn(page: Page, values: Partial<ContactValues> = ada): Promise<void> {
  const fields = getFields(page)
  for (const name of fieldNames) {
    const text = values[name]
    if (text !== undefined) await fields[name].fill(text)
  }
}

/** Opens, fills in and submits the form. */
export async function sendFilledForm(page: Page): Promise<void> {
  await openForm(page)
  await fillIn(page)
  await pressSend(page)
}

/** Presses a button in the form's alert. */
export async function pressButton(page: Page, name: 'copy' | 'retry'): Promise<void> {
  await findFormAlert(page)
    .getByRole('button', { name: contactText(name), exact: true })
    .click()
}

/** Expects exactly one email from the contact form, and returns its message. */
export async function readSentMessage(): Promise<string | undefined> {
  const mails = await fetchContactMails()
  expect(mails).toHaveLength(1)
  return mails[0]?.details?.template_params?.message
}

export async function pressSend(page: Page, label: 'submit' | 'submitRequest' = 'submit'): Promise<void> {
  await findForm(page)
    .getByRole('button', { name: contactText(label), exact: true })
    .click()
}

/** Expects every field to have exactly the given value. */
export async function expectValues(page: Page, values: ContactValues): Promise<void> {
  const fields = getFields(page)
  for (const name of fieldNames) {
    await expect(fields[name]).toHaveValue(values[name])
  }
}

/** Expects the confirmation that the message was sent. For a booking, `request` is the preferred time and a note. */
export async function expectSent(page: Page, request = ''): Promise<void> {
  await expect(findForm(page).getByRole('status')).toHaveText(
    `Message sent successfully! ${request || "We'll get back to you as soon as possible."}`,
  )
}
