import { describe, expect, it } from 'vitest'
import { removeRequestUrl } from './requestUrl.ts'

const root = { P: null, c: ['', 'about?token=SECRET'], q: '?token=SECRET', t: { s: '</script>&' } }

/** A text row may hold anything, a row that looks like the root included. */
const text = 'a\n0:{"c":["x"],"q":"y"} – "é"\n'

const flightOf = (value: object) =>
  `1:"$Sreact.fragment"\n2:I[12,["a.js"],"default"]\na:T${Buffer.byteLength(text).toString(16)},${text}0:${JSON.stringify(value)}\n3:["$","p"]\n`

const push = (part: string) =>
  `<script>self.__next_f.push([1,${JSON.stringify(part).replaceAll('<', '\\u003c')}])</script>`

function pageOf(flight: string) {
  const half = flight.indexOf('SECRET') + 3
  return {
    html: `<body>${push(flight.slice(0, half))}<p>text</p>${push(flight.slice(half))}</body>`,
    rscData: Buffer.from(flight),
    segmentData: new Map([
      ['/_full', Buffer.from(flight)],
      ['/_tree', Buffer.from('0:{"tree":"…"}\n')],
    ]),
  }
}

describe('removing the URL of the request', () => {
  it('gives HTML, flight data and segments the URL of the path, and leaves the rest', () => {
    const page = pageOf(flightOf(root))
    removeRequestUrl(page, '/about')
    const expected = flightOf({ ...root, c: ['', 'about'], q: '' })
    expect(page.rscData.toString()).toBe(expected)
    expect(page.segmentData.get('/_full')?.toString()).toBe(expected)
    expect(page.segmentData.get('/_tree')?.toString()).toBe('0:{"tree":"…"}\n')
    const [, json = ''] = /<script>self\.__next_f\.push\((.*?)\)<\/script>/.exec(page.html) ?? []
    expect(JSON.parse(json)).toEqual([1, expected])
    expect(page.html).toMatch(/^<body><script>[^<]*<\/script><p>text<\/p><\/body>$/)
  })

  it('changes nothing the second time', () => {
    const page = pageOf(flightOf(root))
    removeRequestUrl(page, '/')
    const once = structuredClone(page)
    removeRequestUrl(page, '/')
    expect(structuredClone(page)).toEqual(once)
    expect(page.rscData.toString()).toContain('"c":["",""],"q":""')
  })

  it.each([
    ['has no root', '1:"$Sreact.fragment"\n'],
    ['has another root', '0:{"canonicalUrl":"/about?token=SECRET"}\n'],
    ['has a root that is no object', '0:["about?token=SECRET"]\n'],
    ['ends within a row', '1:T'],
  ])('throws when the flight data %s', (_, flight) => {
    expect(() => removeRequestUrl({ html: push(flight) }, '/about')).toThrow(Error)
  })

  it('throws when the HTML has no flight data where it is expected', () => {
    expect(() => removeRequestUrl({ html: '<body></body>' }, '/about')).toThrow(/no root/)
  })
})
