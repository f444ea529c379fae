import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { expectTextOnSite } from '../../support/editing.ts'
import { fillInTab, openDocument, pressPublish, studioTimeouts, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('text fields store no invisible characters', { tag: '@nightly' }, async ({ page }) => {
  await openDocument(page, 'siteSettings')
  const inputs = [
    ['contact', 'contactEmail', '\ufeffhello@exam\u200bple.com', 'hello@example.com'],
    ['site', 'siteName', 'Creator\u00ads Circle\u202a', 'Creators Circle'],
    ['footer', 'footerText', 'One line\u2028and another', 'One line\nand another'],
  ] as const
  for (const [tab, field, text, expectedText] of inputs) {
    await page.getByTestId(`group-tab-${tab}`).click()
    await page.getByTestId(`field-${field}`).locator('input, textarea').first().fill(text)
    await expect
      .poll(() => fetchStoredField('drafts.siteSettings', field), { timeout: uiTimeout })
      .toBe(expectedText)
  }
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'About us')
  await page.getByTestId('field-seo.canonical').locator('input').fill('https://example.com/a\u200bbout')
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.canonical'), { timeout: uiTimeout })
    .toBe('https://example.com/about')
})

/** HTML of Google Docs: styles in attributes, a redirect link, a script link, a table, a picture, h1 and h4. */
const googleDocsHtml = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b">
<h1 dir="ltr"><span style="font-weight:400">Canceling</span></h1>
<p dir="ltr"><span style="font-weight:400">Read </span><a href="https://www.google.com/url?q=https://example.com/rules&amp;sa=D"><span style="text-decoration:underline">the rules</span></a><span style="font-weight:700"> first\u200b.</span></p>
<h4 dir="ltr"><span>In short</span></h4>
<p dir="ltr"><a href="javascript:alert(1)"><span>Nothing here</span></a></p>
<div><table><tbody><tr><td><p><span>Days</span></p></td><td><p><span>Refund</span></p></td></tr><tr><td>14</td><td>All of it</td></tr></tbody></table></div>
<p><span><img src="https://example.com/a.png"></span></p></b>`

test('pasted text from Google Docs keeps links, headings and tables', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'legal;legalPage-privacy')
  const editor = page.getByTestId('field-body').getByRole('textbox')
  await editor.getByText('This page says').click({ timeout: uiTimeout })
  await page.keyboard.press('ControlOrMeta+a')
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'Canceling')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, googleDocsHtml)
  const query =
    'body[]{style, "text": pt::text(@), "links": markDefs[]{_type, kind, url}, "marks": children[].marks}'
  const fetchBody = () =>
    fetchStoredField<{ style: string; text: string; links: object[] }[]>('drafts.legalPage-privacy', query)
  await expect
    .poll(async () => (await fetchBody())?.slice(0, 3), { timeout: uiTimeout })
    .toMatchObject([
      { style: 'h2', text: 'Canceling', links: [] },
      {
        style: 'normal',
        text: 'Read the rules first.',
        links: [{ _type: 'textLink', kind: 'url', url: 'https://example.com/rules' }],
      },
      { style: 'h3', text: 'In short', links: [] },
    ])
  const toast = /^Pasted without 1 picture, 1 link \(javascript:/
  await expect(page.getByText(toast).first()).toBeVisible({ timeout: uiTimeout })
  await pressPublish(page, 'legalPage-privacy')
  await expectTextOnSite('/privacy', '<td dir="auto"><p dir="auto">All of it</p></td>')
})
