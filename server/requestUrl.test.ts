import { describe, expect, it } from 'vitest'
import { removeRequestUrl } from './requestUrl.ts'

const root = { P: null, c: ['', 'about?token=SECRET'], q: '?token=SECRET', t: { s: '</script>&' } }

/** The content of a text row, which contains a row that looks like the root. */
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
  it('replaces the URL in HTML, flight data and segments, merges the flight scripts, and changes nothing else', () => {
    const page = createPage(createFlightData(root))
    removeRequestUrl(page, '/about')
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
    ['has a root that is no object', '0:["about?token=SECRET"]\n'],
    ['ends within a row', '1:T'],
  ])('throws when the flight data %s', (_, flight) => {
    expect(() => removeRequestUrl({ html: createFlightScript(flight) }, '/about')).toThrow(Error)
  })

  it('throws when the HTML has no flight data', () => {
    expect(() => removeRequestUrl({ html: '<body></body>' }, '/about')).toThrow(/no root/)
  })
})
