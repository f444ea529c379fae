import { expect, type Locator, type Page } from '@playwright/test'
import { expectHydrated } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

/** A word of the contact form, as the seed has it. */
export const word = (name: string) => seedText(`messages/contactForm/${name}`)

export const ada = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
  message: 'I would like to talk about engines.\nWhen is the studio free?',
}

/** The contact form on the page. */
export function formOn(page: Page): Locator {
  return page.getByRole('form', { name: seedText('contactPage/formHeading'), exact: true })
}

/** The fields of the contact form, by what is written beside them. */
export function getFields(page: Page) {
  const form = formOn(page)
  return {
    name: form.getByRole('textbox', { name: word('nameLabel'), exact: true }),
    email: form.getByRole('textbox', { name: word('emailLabel'), exact: true }),
    phone: form.getByRole('textbox', { name: `${word('phoneLabel')} (${word('optional')})`, exact: true }),
    message: form.getByRole('textbox', { name: word('messageLabel'), exact: true }),
  }
}

/** Opens the contact page and waits until the form is alive. */
export async function openForm(page: Page, url = '/contact'): Promise<void> {
  await page.goto(url)
  await expectAlive(page)
}

/** Waits until the form is alive, and lets the time pass that a person needs to fill it in. */
export async function expectAlive(page: Page): Promise<void> {
  await expectHydrated(formOn(page))
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3000
  })
}

/** Writes a message. */
export async function write(page: Page, values: Partial<typeof ada> = ada): Promise<void> {
  const fields = getFields(page)
  for (const name of ['name', 'email', 'phone', 'message'] as const) {
    const text = values[name]
    if (text !== undefined) await fields[name].fill(text)
  }
}

/** Presses the send button. */
export async function send(page: Page): Promise<void> {
  await formOn(page)
    .getByRole('button', { name: word('submit'), exact: true })
    .click()
}

/** Expects the fields to hold these texts. */
export async function expectWritten(page: Page, values: typeof ada): Promise<void> {
  const fields = getFields(page)
  for (const name of ['name', 'email', 'phone', 'message'] as const) {
    await expect(fields[name]).toHaveValue(values[name])
  }
}

/** Expects a toast with exactly these words. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: title }).last()
  await expect(toast).toBeVisible()
  await expect(toast.locator('p')).toHaveText([title, text])
}

/** Expects the page to say that the message was sent. */
export async function expectSent(page: Page): Promise<void> {
  await expect(formOn(page).getByRole('status')).toHaveText(
    "Message sent successfully! We'll get back to you as soon as possible.",
  )
}
