import { expect, test } from '@playwright/test'
import { expectRows, getSection, openPage } from '../../support/browsing.ts'
import { seedRows, seedText, seedTexts } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const getPage = setUpPage('/contact')

test('the form has its introduction, and the page links to the email and the phone', async () => {
  const page = getPage()
  const section = getSection(page, seedText('contactPage/formHeading'))
  const main = page.getByRole('main')
  await expect(section).toHaveAttribute('id', 'form')
  await expect(section.getByText(seedText('contactPage/formIntro'), { exact: true })).toBeVisible()
  const email = seedText('siteSettings/contactEmail')
  const phone = seedText('siteSettings/contactPhone')
  await expect(main.getByRole('link', { name: email, exact: true })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await expect(main.getByRole('link', { name: phone, exact: true })).toHaveAttribute(
    'href',
    `tel:${phone.replaceAll(' ', '')}`,
  )
})

test('the location card shows Beverly Hills, CA, the directions and the hours', async () => {
  const page = getPage()
  const card = getSection(page, seedText('contactPage/locationHeading'))
  for (const line of seedTexts('contactPage/hours'))
    await expect(card.getByText(line, { exact: true })).toBeVisible()
  await expect(card.getByText('Beverly Hills, CA', { exact: true })).toBeVisible()
  await expect(card.getByText(seedText('contactPage/locationText'), { exact: true })).toBeVisible()
  await expect(
    card.getByRole('img', { name: seedText('contactPage/locationPicture/alt'), exact: true }),
  ).toBeVisible()
  const label = seedText('contactPage/directionsLink/label')
  const newTabNote = seedText('messages/accessibility/opensInNewTab')
  const link = card.getByRole('link', { name: `${label} (${newTabNote})`, exact: true })
  await expect(link).toHaveAttribute('href', seedText('contactPage/directionsLink/url'))
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
})

test('the page lists the reasons to choose the studio', async () => {
  const page = getPage()
  const section = getSection(page, seedText('contactPage/reasonsHeading'))
  expect(seedText('contactPage/reasonsHeading')).toMatch(/^why choose/i)
  await expectRows(section.getByRole('listitem'), seedRows('contactPage/reasons', ['title', 'text']))
})

test('the process has three steps: record, post-production, receive content', async () => {
  const page = getPage()
  const section = getSection(page, seedText('contactPage/processHeading'))
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Record',
    'Post-production',
    'Receive content',
  ])
  const steps = section.locator('ol').getByRole('listitem')
  await expectRows(steps, seedRows('contactPage/processSteps', ['title', 'text']))
})

for (const topic of ['membership', 'tour', 'session']) {
  test(`the page has its heading and form at ?topic=${topic}`, async ({ page }) => {
    await openPage(page, `/contact?topic=${topic}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('contactPage/heading'))
    await expect(getSection(page, seedText('contactPage/formHeading'))).toBeVisible()
  })
}
