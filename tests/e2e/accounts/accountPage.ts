import { expect, type Locator, type Page } from '@playwright/test'
import { createUser } from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import { openAsUser } from './support.ts'

/** Returns one of the seed's strings for the page `/account`. */
export const accountPageText = (name: string) => seedText(`accountPage/${name}`)

/** Finds a section of the page `/account` by the name of the content field that holds its heading. */
export const findSection = (page: Page, headingName: string): Locator =>
  page.getByRole('region', { name: accountPageText(headingName), exact: true })

/** Formats the text that shows a signed-in user's email. */
export const formatSignedInText = (email: string) => accountPageText('signedInText').replace('{email}', email)

/** Opens the page `/account` as a new user. */
export async function openAccount(page: Page) {
  const user = await createUser()
  await openAsUser(page, user.email, '/account')
  await expect(page.getByText(formatSignedInText(user.email))).toBeVisible()
  return user
}
