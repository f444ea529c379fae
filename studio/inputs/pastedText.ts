import type { ToastParams } from '@sanity/ui/toast'
import { describeWebUrlProblem } from '@/lib/content/routing/webUrl'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { describeLandingPathProblem } from '@/lib/landingPages'
import { findPage } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'
import { type Fields, toList, toRecords } from '@/studio/checks/walk'
import { convertHtml, parseHtml } from './convertHtml'
import { removeReviewContent } from './removeReviewContent'
import { googleDocsFormat, markSuggestedDeletions } from './suggestedDeletions'

/** Pasted content as blocks that the site supports. */
export type PastedText = {
  blocks: Fields[]
  /** Descriptions of removed content: “1 picture”, “comments (“[EE1]”)”. */
  removed: string[]
  /** Whether content that was not meant to be published, such as comments or deletions, was removed. */
  hadReviewContent: boolean
}

/** The maximum number of characters of removed text that a message quotes. */
const maxQuoteLength = 40

const unknownSuggestions =
  'the text, because it has suggestions. Accept or reject them in Google Docs, then copy it again'

const decorators: ReadonlySet<string> = new Set(['strong', 'em'])

/**
 * Converts HTML from a word processor or web page. Headings get the nearest level that the site supports. Allowed links
 * and tables stay. Pictures, harmful invisible characters and content not meant to be published are removed.
 *
 * @param clipboard - the clipboard's data, copied from any program
 */
export function readPastedHtml(clipboard: Pick<DataTransfer, 'getData'>): PastedText {
  const html = clipboard.getData('text/html')
  const pastedDocument = parseHtml(html)
  if (!markSuggestedDeletions(pastedDocument, clipboard.getData(googleDocsFormat)))
    return { blocks: [], removed: [unknownSuggestions], hadReviewContent: true }
  const removedTexts = removeReviewContent(pastedDocument)
  const pictureCount = pastedDocument.querySelectorAll('img, video, svg').length
  const removedLinks: string[] = []
  const blocks = cleanBlocks(convertHtml(html, pastedDocument), removedLinks)
  const removed = [
    ...[...removedTexts].map(([kind, texts]) => `${kind} (${texts.map(quote).join(', ')})`),
    formatCount(pictureCount, 'picture'),
    formatCount(removedLinks.length, 'link', ` (${[...new Set(removedLinks)].join(', ')})`),
  ].filter((text) => text !== '')
  return { blocks, removed, hadReviewContent: removedTexts.size > 0 }
}

/** Reduces converted blocks to what the site supports, and adds the URLs of refused links to `removedLinks`. */
function cleanBlocks(blocks: readonly Fields[], removedLinks: string[]): Fields[] {
  return blocks.flatMap((block): Fields[] => {
    if (block._type === 'table') return [cleanTable(block, removedLinks)]
    if (block._type !== 'block') return []
    const markDefs = toRecords(block.markDefs).flatMap((mark) => {
      const href = String(mark.href ?? '')
      const link = parseLink(href)
      if (!link && href) removedLinks.push(href)
      return link ? [{ ...link, _key: mark._key, _type: 'textLink' }] : []
    })
    const marks: ReadonlySet<unknown> = new Set([...decorators, ...markDefs.map((link) => link._key)])
    const children = toRecords(block.children).map((child) => ({
      _key: child._key,
      _type: 'span',
      text: stripInvisible(String(child.text ?? ''), '\n'),
      marks: toList(child.marks).filter((mark) => marks.has(mark)),
    }))
    // Skips the empty block of a removed picture or a blank line.
    if (children.every((child) => child.text.trim() === '')) return []
    const { _key, style, listItem, level = 1 } = block
    const list = listItem ? { listItem, level } : {}
    return [{ _key, _type: 'block', style: toRichTextStyle(style), markDefs, children, ...list }]
  })
}

/** Maps pasted heading levels to those of rich text. Any other style becomes normal text. */
function toRichTextStyle(style: unknown): string {
  const level = Number(/^h([1-6])$/.exec(String(style))?.[1])
  return level <= 2 ? 'h2' : level ? 'h3' : 'normal'
}

/** Cleans the cells of a table: headings and lists become paragraphs. The editor requires at least one in each cell. */
function cleanTable(table: Fields, removedLinks: string[]): Fields {
  const cleanCell = (cell: Fields) => {
    const blocks = toRecords(cell.value)
    const texts = cleanBlocks(blocks, removedLinks)
    const paragraphs = (texts.length > 0 ? texts : blocks.slice(0, 1)).map(
      ({ listItem: _listItem, level: _level, ...block }) => ({ ...block, style: 'normal' }),
    )
    return { ...cell, value: paragraphs }
  }
  const rows = toRecords(table.rows).map((row) => ({ ...row, cells: toRecords(row.cells).map(cleanCell) }))
  return { ...table, rows }
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

/** Returns the target of a Google Docs redirect URL, and any other URL unchanged. */
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

const formatCount = (count: number, noun: string, suffix = '') =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}${suffix}`
