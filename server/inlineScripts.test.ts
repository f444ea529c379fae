import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashInlineScripts } from './inlineScripts'

const computeHash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

it('hashes each inline script once, by its exact bytes', () => {
  const html = '<script>a()</script><p>x</p><script id="b">\n b("<p>é")</script><script>a()</script>'
  expect(hashInlineScripts(html)).toEqual([computeHash('a()'), computeHash('\n b("<p>é")')])
})

it('ignores script files and data blocks', () => {
  const html = [
    '<script src="/a.js" async=""></script>',
    '<script async="" src="/b.js"></script>',
    '<script type="application/ld+json">{"@type":"Product"}</script>',
    '<script type="text/template"><b></b></script>',
  ]
  expect(hashInlineScripts(html.join(''))).toEqual([])
})

it('hashes scripts with a JavaScript type or without a type', () => {
  const html =
    '<script type="module">m()</script><script type="text/javascript">t()</script><script>e()</script>'
  expect(hashInlineScripts(html)).toEqual([computeHash('m()'), computeHash('t()'), computeHash('e()')])
})
