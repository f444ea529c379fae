import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { mergeMessages } from '@/lib/content/reading/messages'
import { RichText } from './RichText'

const createBlock = (text: string, fields: object = {}) => ({
  _type: 'block',
  _key: text,
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
  ...fields,
})

const site = {
  settings: null,
  offer: null,
  messages: mergeMessages({ accessibility: { opensInNewTab: 'new tab' } }),
}

const render = (value: unknown, heading: unknown = 'Heading') =>
  renderToStaticMarkup(<RichText value={value} heading={heading} level={1} site={site} />)

describe('RichText', () => {
  it('renders headings one level below the given heading, or at its level if it is empty', () => {
    const value = [createBlock('A', { style: 'h2' }), createBlock('B', { style: 'h3' })]
    expect(render(value)).toMatch(/<h2[^>]*>A<\/h2><h3[^>]*>B<\/h3>/)
    expect(render(value, null)).toMatch(/<h1[^>]*>A<\/h1><h2[^>]*>B<\/h2>/)
  })

  it('renders an h3 before the first h2 as an h2', () => {
    expect(render([createBlock('B', { style: 'h3' }), createBlock('A', { style: 'h2' })])).toMatch(
      /<h2[^>]*>B.*<h2[^>]*>A/,
    )
  })

  it('renders text that has an unknown style, mark or list type', () => {
    const marked = { children: [{ _type: 'span', text: 'marked', marks: ['blink', null, 'gone'] }] }
    const html = render([
      createBlock('styled', { style: 'h1' }),
      createBlock('m', marked),
      createBlock('listed', { listItem: 'odd' }),
    ])
    expect(html).toMatch(/<p[^>]*>styled<\/p>/)
    expect(html).toContain('marked')
    expect(html).toMatch(/<li[^>]*>listed<\/li>/)
    expect(html).not.toContain('<h1')
  })

  it('renders unsafe and unknown links as plain text', () => {
    const link = (markDef: object) => ({
      markDefs: [{ _key: 'l', ...markDef }],
      children: [{ _type: 'span', text: 'here', marks: ['l'] }],
    })
    const html = render([
      createBlock('a', link({ _type: 'textLink', kind: 'url', url: 'javascript:alert(1)' })),
      createBlock('b', link({ _type: 'link', href: 'javascript:alert(1)' })),
      createBlock('c', link({ _type: 'unknown', url: 'https://example.com' })),
    ])
    expect(html.match(/here/g)).toHaveLength(3)
    expect(html).not.toContain('<a')
  })

  it('opens external links in a new tab, and announces the new tab', () => {
    const html = render([
      createBlock('a', {
        markDefs: [{ _key: 'l', _type: 'textLink', kind: 'url', url: 'https://example.com/' }],
        children: [{ _type: 'span', text: 'there', marks: ['l'] }],
      }),
    ])
    expect(html).toContain('<a href="https://example.com/" target="_blank" rel="noopener noreferrer">there')
    expect(html).toContain('new tab')
  })

  it('renders a table with a header row, and only the text of a hostile table', () => {
    const toCell = (...texts: string[]) => ({ _type: 'cell', value: texts.map((text) => createBlock(text)) })
    const rows = [
      { _type: 'row', cells: [toCell('Plan'), toCell('Price')] },
      { _type: 'row', cells: [toCell('Circle', 'Monthly'), toCell('')] },
    ]
    const html = render([{ _type: 'table', _key: 't', headerRows: 1, rows }])
    expect(html).toMatch(/<section class="text-table" aria-label="Plan, Price" tabindex="0">/i)
    expect(html).toMatch(/<thead><tr><th scope="col" dir="auto"><p dir="auto">Plan<\/p><\/th>/)
    expect(html).toContain(
      '<tbody><tr><td dir="auto"><p dir="auto">Circle</p><p dir="auto">Monthly</p></td><td dir="auto"></td></tr>',
    )
    const heading = {
      value: [createBlock('<b>A</b>', { style: 'h2', listItem: 'bullet', level: 1e308 }), null],
    }
    const hostileRows = [null, {}, { cells: 'x' }, { cells: [null, heading, { value: 7 }] }]
    const hostile = render([
      { _type: 'table', headerRows: 1e308, rows: hostileRows },
      { _type: 'table', rows: 1 },
    ])
    expect(hostile).toContain('&lt;b&gt;A&lt;/b&gt;')
    expect(hostile).not.toMatch(/<h2|undefined|NaN|object/)
    expect(render([{ _type: 'table', headerRows: 1, rows: [{ cells: [toCell('')] }] }])).toBe('')
  })

  it('renders list items with extreme levels', () => {
    const html = render([
      createBlock('one', { listItem: 'bullet', level: 1e308 }),
      createBlock('two', { listItem: 'bullet', level: 7 }),
      createBlock('three', { listItem: 'number', level: -1 }),
    ])
    expect(html.match(/<li/g)).toHaveLength(3)
    expect(html).not.toMatch(/<li[^>]*><\/li>/)
  })

  it.each([null, undefined, 'text', 7, {}, [], [null, 'text', { _type: 'image' }, createBlock('')]])(
    'renders nothing for %j',
    (value) => {
      expect(render(value)).toBe('')
    },
  )
})
