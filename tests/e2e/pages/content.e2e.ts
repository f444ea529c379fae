import { expect, test } from '@playwright/test'
import { getSection, openPage } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

test('a question can be opened with the keyboard', async ({ page }) => {
  await openPage(page, '/services')
  const section = getSection(page, seedText('servicesPage/sections/questions/heading'))
  const question = section.locator('details').first()
  await question.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(question.locator('p').first()).toBeVisible()
})

test('a legal page’s table of contents links to the page’s headings', async ({ page }) => {
  await openPage(page, '/terms')
  const contents = page.getByRole('navigation', { name: seedText('messages/legal/contents') })
  const lastLink = contents.getByRole('link').last()
  const heading = (await lastLink.textContent()) ?? ''
  await lastLink.click()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
})
