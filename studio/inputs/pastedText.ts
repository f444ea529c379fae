import { htmlToPortableText } from '@portabletext/html'
import type { ToastParams } from '@sanity/ui/toast'
import { describeWebUrlProblem } from '@/lib/content/routing/webUrl'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { plainText } from '@/lib/content/text/plainText'
import { describeLandingPathProblem } from '@/lib/landingPages'
import { findPage } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'
import { type Fields, toList, toRecords } from '@/studio/checks/walk'
import { isDataTable, readTable, type Table } from './readTable'
import { removeReviewContent } from './removeReviewContent'

/** Pasted content as blocks that the site supports. */
export type PastedText = {
  blocks: (Block | Table)[]
  /** Descriptions of removed content: “1 table”, “comments (“[EE1]”)”. */
  removed: string[]
  /** Whether comments, deletions or other content that was not meant to be published was removed. */
  hadReviewContent: boolean
}

/** The number of characters of a removed text that a message quotes. */
const maxQuoteLength = 40

/** A block of Portable Text: a paragraph, heading or list item. */
type Block = { _type: 'block'; _key: string; [field: string]: unknown }

/** Maps pasted heading levels to those of a rich text. Any other style becomes normal text. */
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
 * Converts HTML of a word processor or web page. Headings get the nearest level, allowed links and tables stay, and tables
 * that only arrange a layout become paragraphs. Pictures, harmful invisible characters and what was not meant to be published
 * are removed.
 *
 * @param html - from the clipboard, of any source
 */
export function readPastedHtml(html: string): PastedText {
  const pastedDocument = new DOMParser().parseFromString(html, 'text/html')
  const removedTexts = removeReviewContent(pastedDocument)
  const pictureCount = pastedDocument.querySelectorAll('img, video, svg').length
  const removedLinks: string[] = []
  const tables = new Map<string, Table>()
  for (const table of pastedDocument.querySelectorAll('table')) {
    if (!isDataTable(table)) continue
    const marker = pastedDocument.createElement('p')
    marker.textContent = crypto.randomUUID()
    tables.set(
      marker.textContent,
      readTable(table, (cell) => readBlocks(cell, removedLinks)),
    )
    table.replaceWith(marker)
  }
  const blocks = readBlocks(pastedDocument, removedLinks).map(
    (block) => tables.get(plainText([block])) ?? block,
  )
  const removed = [
    ...[...removedTexts].map(([kind, texts]) => `${kind} (${texts.map(quote).join(', ')})`),
    formatCount(pastedDocument.querySelectorAll('table').length, 'table', 'tables', ' (its text stays)'),
    formatCount(pictureCount, 'picture', 'pictures'),
    formatCount(removedLinks.length, 'link', 'links', ` (${[...new Set(removedLinks)].join(', ')})`),
  ].filter((text) => text !== '')
  return { blocks, removed, hadReviewContent: removedTexts.size > 0 }
}

/** Converts HTML without tables to blocks, and adds the URLs of refused links to `removedLinks`. */
function readBlocks(html: string | Document, removedLinks: string[]): Block[] {
  const blocks: Block[] = []
  const pastedDocument = typeof html === 'string' ? new DOMParser().parseFromString(html, 'text/html') : html
  const pastedBlocks: Fields[] = htmlToPortableText('', { parseHtml: () => pastedDocument })
  for (const { _key, _type, style, listItem, level, ...content } of pastedBlocks) {
    if (_type !== 'block') continue
    const markDefs = toRecords(content.markDefs).flatMap((mark) => {
      const href = String(mark.href ?? '')
      const link = parseLink(href)
      if (!link && href) removedLinks.push(href)
      return link ? [{ ...link, _key: String(mark._key), _type: 'textLink' }] : []
    })
    const marks: ReadonlySet<unknown> = new Set([...decorators, ...markDefs.map((link) => link._key)])
    const children = toRecords(content.children).map((child) => ({
      _key: child._key,
      _type: 'span',
      text: stripInvisible(String(child.text ?? ''), '\n'),
      marks: toList(child.marks).filter((mark) => marks.has(mark)),
    }))
    // Skips the empty block of a removed picture or a blank line.
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
  return blocks
}

/**
 * Removes harmful invisible characters from plain text, and converts it to one paragraph for each line.
 *
 * @returns null for a text without such characters: Sanity's text field inserts it itself, with the marks at the
 *   cursor, such as bold
 */
export function readPastedText(text: string): PastedText | null {
  const visibleText = stripInvisible(text, '\n')
  if (visibleText === text) return null
  const blocks = visibleText.split(/\r?\n/).map(
    (line): Block => ({
      _key: crypto.randomUUID(),
      _type: 'block',
      style: 'normal',
      markDefs: [],
      children: [{ _key: crypto.randomUUID(), _type: 'span', text: line, marks: [] }],
    }),
  )
  return { blocks, removed: [], hadReviewContent: false }
}

/** Returns the toast about removed content. */
export function createPasteToast(removed: readonly string[]): ToastParams {
  const title = `Pasted without ${removed.join(', ')}`
  return { id: 'pasted', status: 'info', duration: 15_000, closable: true, title }
}

/** Parses a link to a page of this site or to another URL; null when the site does not allow it. */
function parseLink(href: string): { kind: string; page?: string; url?: string } | null {
  const url = stripInvisible(unwrapGoogleRedirect(href)).trim()
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  const isPage = findPage(pathname) || !describeLandingPathProblem(pathname)
  if (origin === siteOrigin && isPage) return { kind: 'page', page: pathname }
  return describeWebUrlProblem(url) ? null : { kind: 'url', url }
}

/** Returns the target of a redirect URL of Google Docs, and any other URL unchanged. */
function unwrapGoogleRedirect(href: string): string {
  if (!href.startsWith('https://www.google.com/url?')) return href
  return new URL(href).searchParams.get('q') ?? href
}

function quote(text: string): string {
  const characters = [...text]
  return characters.length > maxQuoteLength
    ? `“${characters.slice(0, maxQuoteLength).join('').trim()}…”`
    : `“${text}”`
}

const formatCount = (count: number, singular: string, plural: string, suffix = '') =>
  count === 0 ? '' : `${count} ${count === 1 ? singular : plural}${suffix}`
