// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { plainText } from '@/lib/content/text/plainText'
import { listTableRows } from '@/lib/content/text/tables'
import { readPastedHtml } from './pastedText'

const asClipboard = (html: string, googleDocsClip?: object) => ({
  getData: (format: string) =>
    format === 'text/html'
      ? html
      : googleDocsClip
        ? JSON.stringify({ data: JSON.stringify(googleDocsClip) })
        : '',
})

/** Returns the text of each pasted block, and descriptions of the removed content. */
function paste(html: string) {
  const { blocks, removed } = readPastedHtml(asClipboard(html))
  const texts = blocks.map((block) =>
    ('children' in block && Array.isArray(block.children) ? block.children : [])
      .map((child: unknown) => (child instanceof Object && 'text' in child ? child.text : ''))
      .join(''),
  )
  return { texts, removed }
}

const wordHead = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- /* Style Definitions */
p.MsoNormal, li.MsoNormal {mso-style-parent:""; margin:0in;} span.msoDel {mso-style-type:export-only; text-decoration:line-through; color:red;}
span.Secret {mso-style-name:Secret; display:none; mso-hide:all;} @page WordSection1 {size:8.5in 11.0in;} --></style></head>`

it('drops and lists comments, deletions, hidden text, footnotes and field codes', () => {
  // Markup from Word for Windows and Mac, found in bug reports about rich text editors.
  const html = `${wordHead}<body lang=EN-US><!--StartFragment-->
<p class=MsoNormal>Cancel within <span class=msoDel><del cite="mailto:Bob" datetime="2026-03-05T10:30">30</del></span><span class=msoIns><ins cite="mailto:Bob" datetime="2026-03-05T10:30"> 14</ins></span> days, <a style='mso-comment-reference:EE_1;mso-comment-date:20260305T1030'>any time</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[EE1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>.<o:p></o:p></p>
<p class=MsoNormal>See page <span style='mso-element:field-begin'></span><span style='mso-spacerun:yes'> </span>PAGEREF _Toc1 \\h <span style='mso-element:field-separator'></span>3<span style='mso-element:field-end'></span><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a><span class=Secret>internal</span><span style='display:none;mso-hide:all'>margin 40%</span><!--[if supportFields]>TOC<![endif]-->.</p>
<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a> Ask counsel.</p></div></div>
<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>[EE1]Is this legal? Ask Bob before publishing!</p></div></div></div>
<!--EndFragment--></body></html>`
  expect(paste(html)).toEqual({
    texts: ['Cancel within 14 days, any time.', 'See page 3.'],
    removed: [
      expect.stringContaining('PAGEREF _Toc1'),
      'deleted text (“30”)',
      'comments (“[EE1]”, “[EE1]Is this legal? Ask Bob before publi…”)',
      'footnotes (“[1]”, “[1] Ask counsel.”)',
      'hidden text (“internal”, “margin 40%”)',
    ],
  })
})

it('drops suggested deletions, comments and footnotes from Google Docs', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-27f6cb80"><p dir="ltr"><span style="font-size:11pt;text-decoration:line-through;white-space:pre-wrap;">30</span><span style="text-decoration:none;white-space:pre-wrap;"> 14 days</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p></b>
<hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> Our note</span></p><p>and its end</p></div>
<div style="border:1px solid black"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Is this right?</span></p></div>`
  expect(paste(html)).toEqual({
    texts: ['14 days'],
    removed: [
      'deleted text (“30”)',
      'comments (“[a]”, “[a]Is this right?”)',
      'footnotes (“[1]”, “[1] Our noteand its end”)',
    ],
  })
})

it('drops struck-through text from Pages, which uses classes for styles', () => {
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
p.p1 {margin: 0.0px 0.0px 4.0px 0.0px; font: 22.0px '.AppleSystemUIFont'}
span.s1 {text-decoration: line-through}
span.s2 {font-kerning: none}
</style></head><body><p class="p1"><span class="s1">30</span><span class="s2">14 days</span></p></body></html>`
  expect(paste(html)).toEqual({ texts: ['14 days'], removed: ['deleted text (“30”)'] })
})

it.each([
  ['Notion', '<meta charset="utf-8"><p>Cancel within <s>30</s>14 days</p><!-- notionvc: 4e95ebfd -->', '30'],
  [
    'Outlook',
    '<p class=MsoNormal>Cancel within <s><span style="color:red">30</span></s>14 days<o:p></o:p></p>',
    '30',
  ],
  ['LibreOffice', '<p>Cancel within <strike>30</strike>14 days</p>', '30'],
])('drops struck-through text from %s', (_, html, text) => {
  expect(paste(html)).toEqual({ texts: ['Cancel within 14 days'], removed: [`deleted text (“${text}”)`] })
})

it('drops footnotes from LibreOffice', () => {
  const html = `<p>Terms<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>
<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" href="#sdfootnote1anc">1</a>Ask counsel</p></div>`
  expect(paste(html)).toEqual({ texts: ['Terms'], removed: ['footnotes (“1”, “1Ask counsel”)'] })
})

it('keeps text without review content, and reports a paste that contains only a deletion', () => {
  expect(paste('<p style="text-decoration:underline">Read <ins>this</ins>.</p>')).toEqual({
    texts: ['Read this.'],
    removed: [],
  })
  expect(paste('<p><del>Gone</del></p>')).toEqual({ texts: [], removed: ['deleted text (“Gone”)'] })
})

it('keeps the columns of a data table, and the text of a layout table', () => {
  const { blocks, removed } = readPastedHtml(
    asClipboard(`<p>Fees</p>
<table><thead><tr><th>Plan</th><th colspan="2">Price <del>997</del></th></tr></thead>
<tr><td rowspan="2"><h2>Circle</h2></td><td>First</td><td><a href="https://a.example/">997</a></td></tr>
<tr><td>Then</td><td>1,497</td></tr></table>
<table><tr><td><table><tr><td>Layout</td></tr></table></td></tr></table>`),
  )
  expect(plainText(blocks)).toBe('Fees\nPlan, Price\nCircle, First, 997\nThen, 1,497\nLayout')
  const table = blocks.find(({ _type }) => _type === 'table')
  expect(table).toMatchObject({ headerRows: 1 })
  const cells = listTableRows(table)
  expect(cells.map((row) => row.map(plainText))).toEqual([
    ['Plan', 'Price', ''],
    ['Circle', 'First', '997'],
    ['', 'Then', '1,497'],
  ])
  expect(JSON.stringify(table)).toContain('https://a.example/')
  expect(JSON.stringify(table)).not.toContain('h2')
  expect(removed).toEqual(['deleted text (“997”)'])
})

it('keeps lists from Word, without their bullet characters', () => {
  const item = (text: string) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
  const { blocks } = readPastedHtml(
    asClipboard(
      `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>@list l0:level1 {mso-level-number-format:bullet;}</style></head><body>${item('Hours')}${item('Clips')}</body></html>`,
    ),
  )
  expect(plainText(blocks)).toBe('Hours\nClips')
  expect(blocks).toMatchObject([{ listItem: 'bullet' }, { listItem: 'bullet' }])
})

describe('suggestions in Google Docs, whose HTML does not mark them', () => {
  // “30 ” is a suggested deletion, and “14 ” a suggested insertion.
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Within 30 14 days, </span><span style="font-weight:700">always</span></p></b>'
  const clip = {
    resolved: {
      dsl_spacers: 'Within 30 14 days, always\n',
      dsl_suggestedinsertions: { sgsl_sugg: [[], ...Array(9).fill(null), ['b'], null, null, []] },
      dsl_suggesteddeletions: { sgsl_sugg: [[], ...Array(6).fill(null), ['a'], null, null, []] },
    },
  }

  it('are removed if they are deletions, and stay if they are insertions', () => {
    const { blocks, removed } = readPastedHtml(asClipboard(html, clip))
    expect(plainText(blocks)).toBe('Within 14 days, always')
    expect(removed).toEqual(['deleted text (“30”)'])
  })

  it('cause the paste to be rejected when its HTML does not match the clip’s text', () => {
    const otherHtml = html.replace('Within', 'In')
    expect(readPastedHtml(asClipboard(otherHtml, clip))).toEqual({
      blocks: [],
      removed: [expect.stringContaining('Accept or reject them in Google Docs')],
      hadReviewContent: true,
    })
  })

  it('do not affect the paste when the clip is missing or its format is unknown', () => {
    for (const unmarked of [{ resolved: { dsl_spacers: 'Within' } }, { resolved: {} }, undefined])
      expect(plainText(readPastedHtml(asClipboard(html, unmarked)).blocks)).toBe('Within 30 14 days, always')
  })
})
