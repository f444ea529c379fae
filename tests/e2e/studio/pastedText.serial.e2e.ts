import { expect, type Locator, type Page } from '@playwright/test'
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
  await paste(await selectPrivacyText(page), { 'text/plain': 'About\u200b us\n\nOne room' })
  await expect
    .poll(() => fetchStoredField('drafts.legalPage-privacy', 'body[]{"text": pt::text(@)}.text'), {
      timeout: uiTimeout,
    })
    .toEqual(['About us', 'One room'])
})

/** HTML of Google Docs: styles in attributes, a redirect link, a script link, a table, a picture, h1 and h4. */
const googleDocsHtml = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b">
<h1 dir="ltr"><span style="font-weight:400">Canceling</span></h1>
<p dir="ltr"><span style="font-weight:400">Read </span><a href="https://www.google.com/url?q=https://example.com/rules&amp;sa=D"><span style="text-decoration:underline">the rules</span></a><span style="font-weight:700"> first\u200b.</span></p>
<h4 dir="ltr"><span>In short</span></h4>
<p dir="ltr"><a href="javascript:alert(1)"><span>Nothing here</span></a></p>
<div><table><tbody><tr><td><p><span>Days</span></p></td><td><p><span>Refund</span></p></td></tr><tr><td>14</td><td>All of it</td></tr></tbody></table></div>
<p><span><img src="https://example.com/a.png"></span></p></b>`

/** Opens the privacy text, and selects all of it. */
async function selectPrivacyText(page: Page): Promise<Locator> {
  await openDocument(page, 'legal;legalPage-privacy')
  const editor = page.getByTestId('field-body').getByRole('textbox').first()
  await editor.getByText('This page says').click({ timeout: uiTimeout })
  await page.keyboard.press('ControlOrMeta+a')
  return editor
}

/** Pastes a clipboard with these formats into an editor. */
const paste = (editor: Locator, formats: Record<string, string>) =>
  editor.evaluate((element, clipboard) => {
    const clipboardData = new DataTransfer()
    for (const [format, content] of Object.entries(clipboard)) clipboardData.setData(format, content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, formats)

test('pasted text from Google Docs keeps links, headings and tables', { tag: '@nightly' }, async ({
  page,
}) => {
  const editor = await selectPrivacyText(page)
  await paste(editor, { 'text/html': googleDocsHtml, 'text/plain': 'Canceling' })
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

const wordItem = (text: string) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

/** The formats that programs put on the clipboard for “Cancel within ~~30~~ 14 days”, and the resulting text. */
const clipboards: { program: string; formats: Record<string, string>; text: string; removed: RegExp }[] = [
  {
    program: 'Word',
    formats: {
      'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0in;} span.msoDel {text-decoration:line-through; color:red;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment--><p class=MsoNormal>Cancel within <span class=msoDel><del cite="mailto:Bob" datetime="2026-03-05T10:30">30</del></span><span class=msoIns><ins cite="mailto:Bob" datetime="2026-03-05T10:30">14</ins></span> days<a style='mso-comment-reference:EE_1;mso-comment-date:20260305T1030'>.</a><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[EE1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a><o:p></o:p></p>${wordItem('Eight hours')}${wordItem('Ten clips')}<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>[1] Ask counsel.</p></div></div><div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>[EE1]Is this legal? Ask Bob before publishing!</p></div></div></div><!--EndFragment--></body></html>`,
    },
    text: 'Cancel within 14 days.\n\nEight hours\n\nTen clips',
    removed: /deleted text \(“30”\), comments \(.*footnotes \(/,
  },
  {
    program: 'Google Docs, with suggestions, which its HTML does not mark',
    formats: {
      'text/html':
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b"><p dir="ltr"><span style="font-size:11pt;font-weight:400;text-decoration:none;white-space:pre-wrap;">Cancel within 3014 days.</span></p></b>',
      'application/x-vnd.google-docs-document-slice-clip+wrapped': JSON.stringify({
        dih: 1,
        data: JSON.stringify({
          resolved: {
            dsl_spacers: 'Cancel within 3014 days.\n',
            dsl_suggestedinsertions: { sgsl_sugg: [[], ...Array(15).fill(null), ['b'], null, []] },
            dsl_suggesteddeletions: { sgsl_sugg: [[], ...Array(13).fill(null), ['a'], null, []] },
          },
        }),
      }),
    },
    text: 'Cancel within 14 days.',
    removed: /deleted text \(“30”\)/,
  },
  {
    program: 'Pages',
    formats: {
      'text/html':
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica} span.s1 {font-kerning: none} span.s2 {text-decoration: line-through; font-kerning: none}</style></head><body><p class="p1"><span class="s1">Cancel within </span><span class="s2">30</span><span class="s1">14 days.</span></p></body></html>',
    },
    text: 'Cancel within 14 days.',
    removed: /deleted text \(“30”\)/,
  },
  {
    program: 'Outlook',
    formats: {
      'text/html':
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"></head><body lang=EN-US><div class=WordSection1><table class=MsoNormalTable border=0><tr><td><p class=MsoNormal>Cancel within <s><span style="color:red">30</span></s><span style="display:none;mso-hide:all">margin 40%</span>14 days.<o:p></o:p></p></td></tr></table></div></body></html>',
    },
    text: 'Cancel within 14 days.',
    removed: /deleted text \(“30”\), hidden text \(“margin 40%”\)/,
  },
  {
    program: 'Notion',
    formats: {
      'text/html':
        '<meta charset="utf-8"><p>Cancel within <s>30</s>14 days.</p><!-- notionvc: 4e95ebfd-0000-4000-8000-000000000000 -->',
    },
    text: 'Cancel within 14 days.',
    removed: /deleted text \(“30”\)/,
  },
]

test('text from five programs loses deletions, comments and notes, and a message lists them', {
  tag: '@nightly',
}, async ({ page }) => {
  const texts = 'body[]{"text": pt::text(@)}.text'
  for (const { program, formats, text, removed } of clipboards) {
    const editor = await selectPrivacyText(page)
    await paste(editor, formats)
    await expect
      .poll(async () => (await fetchStoredField<string[]>('drafts.legalPage-privacy', texts))?.join('\n\n'), {
        message: program,
        timeout: uiTimeout,
      })
      .toBe(text)
    await expect(page.getByText(/^Pasted without/).first(), program).toHaveText(removed)
    await page.getByTestId('action-menu-button').last().click()
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect
      .poll(() => fetchStoredField('drafts.legalPage-privacy', '_id'), { timeout: uiTimeout })
      .toBeNull()
  }
})
