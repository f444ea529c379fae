import {
  PortableText,
  type PortableTextBlockComponent,
  type PortableTextComponents,
} from '@portabletext/react'
import type { TypedObject } from '@portabletext/types'
import type { SiteContent } from '@/lib/content/reading/settings'
import type { LinkValue } from '@/lib/content/routing/links'
import { isRecord } from '@/lib/content/text/contentGuards'
import { listTableRows } from '@/lib/content/text/tables'
import { ContentLink } from '../link/ContentLink'
import { getLevelBelow, type HeadingLevel, lowerLevel } from './Heading'
import { type TableValue, TextTable } from './TextTable'

type RichTextProps = {
  /** Portable Text from the CMS, of any shape. */
  value: unknown
  /** The text of the heading above. Headings in the rich text are a level below it, or at its level if it is empty. */
  heading: unknown
  /** The level of the heading above. */
  level: HeadingLevel
  site: SiteContent
  className?: string
}

/**
 * Renders Portable Text. Blocks with an unknown style become paragraphs, and unknown lists become bulleted ones.
 * Unknown marks have no effect, and unknown blocks and empty tables are omitted.
 */
export function RichText({ value, heading, level, site, className = '' }: RichTextProps) {
  const blocks = findBlocks(value)
  if (blocks.length === 0) return null
  const components = createComponents(getLevelBelow(level, heading), site)
  return (
    <div className={`rich-text ${className}`}>
      <PortableText value={blocks} components={components} onMissingComponent={false} />
    </div>
  )
}

/** Creates the id of a heading in the text from its block's key, which stays the same when the heading is edited. */
function createHeadingId(key: string | undefined): string | undefined {
  return key && /^[\w-]+$/.test(key) ? `part-${key}` : undefined
}

/** Lists the ids and the text of the h2 headings, for a table of contents. */
export function listContents(value: unknown): { id: string; text: string }[] {
  return findTextBlocks(value).flatMap((block) => {
    const id = block.style === 'h2' ? createHeadingId(block._key) : undefined
    const text = block.children
      .map((span) => span.text)
      .join('')
      .trim()
    return id && text ? [{ id, text }] : []
  })
}

/** Creates the components that differ from the library's. */
function createComponents(level: HeadingLevel, site: SiteContent): Partial<PortableTextComponents> {
  const Section = `h${level}` as const
  const Subsection = `h${lowerLevel(level)}` as const
  const block: PortableTextBlockComponent = ({ value, children }) => {
    if (value.style === 'h2')
      return (
        <Section id={createHeadingId(value._key)} dir="auto">
          {children}
        </Section>
      )
    if (value.style === 'h3') return <Subsection dir="auto">{children}</Subsection>
    return <p dir="auto">{children}</p>
  }
  const components: Partial<PortableTextComponents> = {
    block,
    types: { table: ({ value }) => <TextTable value={value} components={components} /> },
    listItem: ({ children }) => <li dir="auto">{children}</li>,
    marks: {
      // The library's default would render any URL, including unsafe ones.
      link: ({ children }) => children,
      textLink: ({ value, children }) => (
        <ContentLink link={toLink(value)} site={site}>
          {children}
        </ContentLink>
      ),
    },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
  }
  return components
}

function toLink(value: unknown): LinkValue {
  const fields = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** The maximum depth of nested lists. Deeper items are rendered at this depth. */
const maxListDepth = 4

/**
 * Returns the visible blocks of a Portable Text value, sanitized for the library. The library loops endlessly on a list
 * level of 1e308, throws on marks that are not strings, and fills a skipped list level with empty items.
 *
 * @param value - any value of the field in the CMS
 * @returns blocks with at least one visible span, and tables with at least one such block
 */
function findBlocks(value: unknown): (TextBlock | TableValue)[] {
  if (!Array.isArray(value)) return []
  let hasH2 = false
  let listLevel = 0
  return value.flatMap((block: unknown): (TextBlock | TableValue)[] => {
    if (!isRecord(block)) return []
    if (block._type === 'table') return toTable(block)
    if (block._type !== 'block') return []
    const children = toSpans(block.children)
    if (children.length === 0) return []
    const isListItem = typeof block.listItem === 'string'
    listLevel = isListItem ? clampListLevel(listLevel, block.level) : 0
    hasH2 ||= block.style === 'h2'
    return [
      {
        _type: 'block',
        _key: getKey(block),
        // An h3 before the first h2 would skip a heading level.
        style: block.style === 'h3' && !hasH2 ? 'h2' : block.style,
        ...(isListItem ? { listItem: block.listItem, level: listLevel } : {}),
        children,
        markDefs: Array.isArray(block.markDefs) ? block.markDefs.filter(isRecord) : [],
      },
    ]
  })
}

/** Sanitizes a table, and turns headings in its cells into paragraphs. Returns an empty list for an empty table. */
function toTable(table: Fields): TableValue[] {
  const rows = listTableRows(table).map((cells) =>
    cells.map((cell) => findTextBlocks(cell).map((block) => ({ ...block, style: 'normal' }))),
  )
  if (rows.flat(2).length === 0) return []
  const hasHeader = typeof table.headerRows === 'number' && table.headerRows > 0
  return [{ _type: 'table', _key: getKey(table), headerRows: hasHeader ? 1 : 0, rows }]
}

const findTextBlocks = (value: unknown) =>
  findBlocks(value).filter((block): block is TextBlock => block._type === 'block')

type Span = TypedObject & { text: string }
type TextBlock = TypedObject & {
  style: unknown
  listItem?: unknown
  level?: number
  children: Span[]
  markDefs: Fields[]
}
type Fields = Record<string, unknown>

function toSpans(children: unknown): Span[] {
  if (!Array.isArray(children)) return []
  const spans = children.flatMap((child: unknown) => {
    if (!isRecord(child) || child._type !== 'span' || typeof child.text !== 'string') return []
    const marks = Array.isArray(child.marks) ? child.marks.filter((mark) => typeof mark === 'string') : []
    return [{ _type: 'span', _key: getKey(child), text: child.text, marks }]
  })
  return spans.some((span) => span.text.trim() !== '') ? spans : []
}

function getKey(value: Record<string, unknown>): string | undefined {
  return typeof value._key === 'string' ? value._key : undefined
}

function clampListLevel(previous: number, level: unknown): number {
  const requestedLevel = typeof level === 'number' && level >= 1 ? Math.floor(level) : 1
  return Math.min(requestedLevel, previous + 1, maxListDepth)
}
