import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { compactFlightData } from './flightData'

/** Flight data as Next writes it: JSON in strings, in calls of their own. */
const written = (...parts: unknown[]) =>
  [`(self.__next_f=self.__next_f||[]).push([0])`, ...parts.map((part) => call(JSON.stringify(part)))]
    .map((source) => `<script>${source}</script>`)
    .join('')
const call = (part: string) => `self.__next_f.push([1,${JSON.stringify(part).replaceAll('<', '\\u003c')}])`

/** What a page hands on to React. */
function dataOf(html: string): unknown[] {
  const self: { __next_f?: [number, string?][] } = {}
  for (const [, source = ''] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    runInNewContext(source, { self })
  }
  return (self.__next_f ?? []).flatMap(([, part]) => (part === undefined ? [] : [JSON.parse(part)]))
}

const picture = (backgroundImage: string) => ({ style: { backgroundImage, backgroundSize: 'cover' } })

it('hands the same on in one script', () => {
  const parts = [['$', 'p', null, { children: 'a “quoted” "text"; <b>' }], { deep: [1, 2] }]
  const html = compactFlightData(`<body><p>text</p>${written(...parts)}</body>`)
  expect(dataOf(html)).toEqual(parts)
  expect(html.match(/<script/g)).toHaveLength(1)
})

it('leaves out the placeholders of pictures, and no other background', () => {
  const shown = `<img style="background-image:url(&quot;data:image/jpeg;base64,/9j+A==&quot;)"/>`
  const html = compactFlightData(
    shown + written(picture('url("data:image/jpeg;base64,/9j+A==")'), picture('url("/a.png")')),
  )
  expect(html).toContain(shown)
  expect(dataOf(html)).toEqual([{ style: { backgroundSize: 'cover' } }, picture('url("/a.png")')])
})

it('changes no words that look like one', () => {
  const words = '"backgroundImage":"url("data:image/jpeg;base64,AA==")", </script><script>self.__next_f.push('
  expect(dataOf(compactFlightData(written({ children: words })))).toEqual([{ children: words }])
})
