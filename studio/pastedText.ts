import { htmlToPortableText } from '@portabletext/html'
import { type Fields, toList, toRecords } from '@/lib/content/checks/walk'
import { stripInvisible } from '@/lib/content/invisibleCharacters'
import { webUrlProblem } from '@/lib/content/webUrl'
import { landingPathProblem } from '@/lib/landingPages'
import { findPage } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'

/** Pasted text as a running text of the site, and what of the source it has no room for: “1 table”. */
export type PastedText = { blocks: Block[]; lost: string[] }

/** A paragraph as the editor inserts it. */
type Block = { _type: 'block'; _key: string; [field: string]: unknown }

/** The nearest style of a running text; every other style becomes plain text. */
const styles: Readonly<Record<string, string>> = {
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
}

const decorators: ReadonlySet<string> = new Set(['strong', 'em'])

/**
 * Converts what a word processor or a page puts on the clipboard. Headings get the nearest level, links that the site
 * allows stay, tables become paragraphs, and invisible characters are removed.
 *
 * @param html - from the clipboard, of any source
 */
export function readPastedHtml(html: string): PastedText {
  const source = new DOMParser().parseFromString(html, 'text/html')
  const blocks: Block[] = []
  const lostLinks: string[] = []
  const found: Fields[] = htmlToPortableText(html)
  for (const { _key, _type, style, listItem, level, ...text } of found) {
    if (_type !== 'block') continue
    const markDefs = toRecords(text.markDefs).flatMap((mark) => {
      const href = String(mark.href ?? '')
      const link = parseLink(href)
      if (!link && href) lostLinks.push(href)
      return link ? [{ ...link, _key: String(mark._key), _type: 'textLink' }] : []
    })
    const marks: ReadonlySet<unknown> = new Set([...decorators, ...markDefs.map((link) => link._key)])
    const children = toRecords(text.children).map((child) => ({
      _key: child._key,
      _type: 'span',
      text: stripInvisible(String(child.text ?? ''), '\n'),
      marks: toList(child.marks).filter((mark) => marks.has(mark)),
    }))
    // Left over from a picture or a blank line.
    if (children.every((child) => child.text.trim() === '')) continue
    blocks.push({
      _key: String(_key),
      _type: 'block',
      style: styles[String(style)] ?? 'normal',
      markDefs,
      children,
      ...(listItem ? { listItem, level: level ?? 1 } : {}),
    })
  }
  const lost = [
    counted(source.querySelectorAll('table').length, 'table', 'tables', ' (the text is kept)'),
    counted(source.querySelectorAll('img, video, svg').length, 'picture', 'pictures'),
    counted(lostLinks.length, 'link', 'links', ` (${[...new Set(lostLinks)].join(', ')})`),
  ].filter((text) => text !== '')
  return { blocks, lost }
}

/**
 * Converts plain text, a paragraph for each line.
 *
 * @returns null when there is nothing to remove, so that the editor inserts the text with the marks at the cursor
 */
export function readPastedText(text: string): PastedText | null {
  const visible = stripInvisible(text, '\n')
  if (visible === text) return null
  const blocks = visible.split(/\r?\n/).map(
    (line): Block => ({
      _key: crypto.randomUUID(),
      _type: 'block',
      style: 'normal',
      markDefs: [],
      children: [{ _key: crypto.randomUUID(), _type: 'span', text: line, marks: [] }],
    }),
  )
  return { blocks, lost: [] }
}

/** The fields of a link to a page of this site or to another URL; null for one that the site refuses. */
function parseLink(href: string): { kind: string; page?: string; url?: string } | null {
  const url = stripInvisible(unwrapGoogleRedirect(href)).trim()
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  const isPage = findPage(pathname) || !landingPathProblem(pathname)
  if (origin === siteOrigin && isPage) return { kind: 'page', page: pathname }
  return webUrlProblem(url) ? null : { kind: 'url', url }
}

/** The URL that Google Docs wraps in one of its own. */
function unwrapGoogleRedirect(href: string): string {
  if (!href.startsWith('https://www.google.com/url?')) return href
  return new URL(href).searchParams.get('q') ?? href
}

const counted = (count: number, one: string, many: string, rest = '') =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}${rest}`
