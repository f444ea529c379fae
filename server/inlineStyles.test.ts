import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inlineStyles } from './inlineStyles'

const build = mkdtempSync(join(tmpdir(), 'build-'))
const writeSheet = (text: string, file: string) => writeFileSync(join(build, 'static/chunks', file), text)
beforeAll(() => mkdirSync(join(build, 'static/chunks'), { recursive: true }))
afterAll(() => rmSync(build, { recursive: true }))

const createLink = (file: string) =>
  `<link rel="stylesheet" href="/_next/static/chunks/${file}" data-precedence="next"/>`
const createPage = (head: string) => `<html><head>${head}<title>x</title></head><body></body></html>`

it('inlines the rules of all sheets in order and disables their links', () => {
  writeSheet('a{color:red}', 'one.css')
  writeSheet('a{color:blue}', 'two.css')
  const inline = '<style>a{color:red}\na{color:blue}</style>'
  const disabled = ['one.css', 'two.css'].map((file) => createLink(file).replace('/>', ' disabled=""/>'))
  expect(inlineStyles(createPage(createLink('one.css') + createLink('two.css')), build)).toBe(
    createPage('').replace('</head>', `${inline}${disabled.join('')}</head>`),
  )
})

it('resolves relative URLs against the sheet and leaves other URLs unchanged', () => {
  const otherUrls = 'b{mask:url("data:image/svg+xml,%3Csvg/%3E");c:url(/d.png);e:url(#f)}'
  writeSheet(`@font-face{src:url(../media/a.woff2)format("woff2"),url('g.woff?h#i')}${otherUrls}`, 'urls.css')
  expect(inlineStyles(createPage(createLink('urls.css')), build)).toContain(
    `@font-face{src:url(/_next/static/media/a.woff2)format("woff2"),url(/_next/static/chunks/g.woff?h#i)}${otherUrls}`,
  )
})

it.each([
  ['a sheet that is not among the files of the build', createLink('absent.css')],
  ['a sheet that would close its style element', createLink('end.css')],
  [
    'a sheet from another site',
    '<link rel="stylesheet" href="https://evil.example/a.css" data-precedence="next"/>',
  ],
  [
    'a sheet outside of the folder `static`',
    '<link rel="stylesheet" href="/_next/static/../a.css" data-precedence="next"/>',
  ],
  ['no sheet', ''],
])('does not change a page with %s', (_, head) => {
  writeSheet('a::after{content:"</style>"}', 'end.css')
  writeFileSync(join(build, 'a.css'), 'a{color:red}')
  expect(inlineStyles(createPage(head), build)).toBe(createPage(head))
})
