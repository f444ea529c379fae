import { expect, type Locator, type Page } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { discardDraft, expectStored, expectTextOnSite } from '../../support/editing.ts'
import { fillInTab, openDocument, openTab, pressPublish, textField, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test('text fields store no invisible characters', { tag: '@nightly' }, async ({ page }) => {
  for (const [desk, id, tab, field, text, expectedText] of [
    ['siteSettings', 'siteSettings', 'contact', 'contactEmail', '\ufeffa@exam\u200bple.com', 'a@example.com'],
    [
      'siteSettings',
      'siteSettings',
      'footer',
      'footerText',
      'One\u2028and\u00ad another\u202a',
      'One\nand another',
    ],
    [
      'pages;aboutPage',
      'aboutPage',
      'seo',
      'seo.canonical',
      'https://a.example/a\u200bb',
      'https://a.example/ab',
    ],
  ] as const) {
    await openDocument(page, desk)
    await openTab(page, tab)
    await textField(page, field).fill(text)
    await expectStored(`drafts.${id}`, field, expectedText)
  }
  await paste(await selectPrivacyText(page), { 'text/plain': 'About\u200b us\n\nOne room' })
  await expectStored('drafts.legalPage-privacy', 'body[]{"text": pt::text(@)}.text', ['About us', 'One room'])
})

/** HTML from Google Docs: styles in attributes, a redirect link, a script link, a table, a picture, h1 and h4. */
const googleDocsHtml = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b">
<h1 dir="ltr"><span style="font-weight:400">Canceling</span></h1>
<p dir="ltr"><span style="font-weight:400">Read </span><a href="https://www.google.com/url?q=https://example.com/rules&amp;sa=D"><span style="text-decoration:underline">the rules</span></a><span style="font-weight:700"> first\u200b.</span></p>
<h4 dir="ltr"><span>In short</span></h4>
<p dir="ltr"><a href="javascript:alert(1)"><span>Nothing here</span></a></p>
<div><table><tbody><tr><td><p><span>Days</span></p></td><td><p><span>Refund</span></p></td></tr><tr><td>14</td><td>All of it</td></tr></tbody></table></div>
<p><span><img src="https://example.com/a.png"></span></p></b>`

/** Opens the privacy text, and selects all of it. Returns its editor. */
async function selectPrivacyText(page: Page): Promise<Locator> {
  await openDocument(page, 'legal;legalPage-privacy')
  const editor = page.getByTestId('field-body').getByRole('textbox').first()
  await editor.getByText('This page says').click({ timeout: uiTimeout })
  await page.keyboard.press('ControlOrMeta+a')
  return editor
}

/** Pastes content in these clipboard formats into an editor. */
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
]

test('deletions, comments and footnotes are removed from pasted text, and a message lists them', {
  tag: '@nightly',
}, async ({ page }) => {
  const query = 'body[]{"text": pt::text(@)}.text'
  for (const { program, formats, text, removed } of clipboards) {
    const editor = await selectPrivacyText(page)
    await paste(editor, formats)
    await expect
      .poll(async () => (await fetchStoredField<string[]>('drafts.legalPage-privacy', query))?.join('\n\n'), {
        message: program,
        timeout: uiTimeout,
      })
      .toBe(text)
    await expect(page.getByText(/^Pasted without/).first(), program).toHaveText(removed)
    await discardDraft(page, 'legalPage-privacy')
  }
})

test('a text field removes comments and deletions from text pasted from Word', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'siteSettings')
  await fillInTab(page, 'footer', 'footerText', '')
  await paste(textField(page, 'footerText'), {
    'text/html': '<p>Cancel within <del>30 </del>14 days<a href="#_msocom_1">[EE1]</a></p>',
    'text/plain': 'Cancel within 30 14 days[EE1]',
  })
  await expect(page.getByText(/^Pasted without/).first()).toBeVisible({ timeout: uiTimeout })
  await expectStored('drafts.siteSettings', 'footerText', 'Cancel within 14 days')
})
