import { describe, expect, it, vi } from 'vitest'
import { removeRequestUrl } from './requestUrl.ts'

const root = { P: null, c: ['', 'about?token=SECRET'], q: '?token=SECRET', t: { s: '</script>&' } }

/** The content of a text row. It contains text that looks like the root's row. */
const text = 'a\n0:{"c":["x"],"q":"y"} – "é"\n'

const createFlightData = (value: object) =>
  `1:"$Sreact.fragment"\n2:I[12,["a.js"],"default"]\na:T${Buffer.byteLength(text).toString(16)},${text}0:${JSON.stringify(value)}\n3:["$","p"]\n`

const createFlightScript = (part: string) =>
  `<script>self.__next_f.push([1,${JSON.stringify(part).replaceAll('<', '\\u003c')}])</script>`

function createPage(flight: string) {
  const splitIndex = flight.indexOf('SECRET') + 3
  return {
    html: `<body>${createFlightScript(flight.slice(0, splitIndex))}<p>text</p>${createFlightScript(flight.slice(splitIndex))}</body>`,
    rscData: Buffer.from(flight),
    segmentData: new Map([
      ['/_full', Buffer.from(flight)],
      ['/_tree', Buffer.from('0:{"tree":"…"}\n')],
    ]),
  }
}

describe('removeRequestUrl', () => {
  it('replaces only the URL in HTML, flight data and segments, and merges the scripts', () => {
    const page = createPage(createFlightData(root))
    expect(removeRequestUrl(page, '/about')).toBe(true)
    const expected = createFlightData({ ...root, c: ['', 'about'], q: '' })
    expect(page.rscData.toString()).toBe(expected)
    expect(page.segmentData.get('/_full')?.toString()).toBe(expected)
    expect(page.segmentData.get('/_tree')?.toString()).toBe('0:{"tree":"…"}\n')
    const [, json = ''] = /<script>self\.__next_f\.push\((.*?)\)<\/script>/.exec(page.html) ?? []
    expect(JSON.parse(json)).toEqual([1, expected])
    expect(page.html).toMatch(/^<body><script>[^<]*<\/script><p>text<\/p><\/body>$/)
  })

  it('is idempotent', () => {
    const page = createPage(createFlightData(root))
    removeRequestUrl(page, '/')
    const pageAfterFirstCall = structuredClone(page)
    removeRequestUrl(page, '/')
    expect(structuredClone(page)).toEqual(pageAfterFirstCall)
    expect(page.rscData.toString()).toContain('"c":["",""],"q":""')
  })

  it.each([
    ['has no root', '1:"$Sreact.fragment"\n'],
    ['has a root without the URL’s fields', '0:{"canonicalUrl":"/about?token=SECRET"}\n'],
    ['has a root with an unknown field', createFlightData({ ...root, x: '$1' })],
    ['has a root that is not an object', '0:["about?token=SECRET"]\n'],
    ['ends within a row', '1:T'],
    ['has the last part of the path in a row of its own', createFlightData({ ...root, c: ['', '$1'] })],
    ['has the path in a row of its own', createFlightData({ ...root, c: '$1' })],
    ['has the query in a row of its own', createFlightData({ ...root, q: '$1' })],
  ])('returns false, and removes the page’s scripts, when the flight data %s', (_, flight) => {
    const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const secretRow = `1:T${(1100).toString(16)},${'SECRET'.padEnd(1100, 'x')}`
    const page = createPage(`${secretRow}${flight}`)
    expect(removeRequestUrl(page, '/about')).toBe(false)
    expect([page.html, page.rscData.toString(), [...page.segmentData]].join()).not.toContain('SECRET')
    expect(page.html).toContain('<p>text</p>')
    expect(String(logError.mock.calls)).toContain('removing the request URL failed; /about is not stored')
    expect(String(logError.mock.calls)).not.toContain('SECRET')
  })

  it('returns false, and removes all segments, when one segment’s query is in a row of its own', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = createPage(createFlightData(root))
    page.segmentData.set('/_full', Buffer.from(createFlightData({ ...root, q: '$1' })))
    expect(removeRequestUrl(page, '/about')).toBe(false)
    expect(page.segmentData.size).toBe(0)
  })

  it('accepts a path with a segment that begins with a dollar sign, which React escapes', () => {
    expect(removeRequestUrl(createPage(createFlightData({ ...root, c: ['', '$$1'] })), '/$1')).toBe(true)
  })

  it('returns false for a page whose HTML has no flight data', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(removeRequestUrl({ html: '<body></body>' }, '/about')).toBe(false)
  })
})
