import {
  PortableText,
  type PortableTextBlockComponent,
  type PortableTextComponents,
} from '@portabletext/react'
import type { TypedObject } from '@portabletext/types'
import { isRecord } from '@/lib/content/contentGuards'
import { type LinkValue, resolveLink } from '@/lib/content/links'
import type { SiteContent } from '@/lib/content/settings'
import { ContentLink } from '../link/ContentLink'
import { getLevelBelow, type HeadingLevel, lowerLevel } from './Heading'

type RichTextProps = {
  /** Portable Text from the CMS, of any shape. */
  value: unknown
  /** The heading above and its level: the text's own headings follow below it. */
  heading: unknown
  level: HeadingLevel
  site: SiteContent
  className?: string
}

/** Portable Text. Unknown blocks, marks, styles and list kinds show their text or nothing. */
export function RichText({ value, heading, level, site, className = '' }: RichTextProps) {
  const blocks = findTextBlocks(value)
  if (blocks.length === 0) return null
  return (
    <div className={`rich-text ${className}`}>
      <PortableText
        value={blocks}
        components={components(getLevelBelow(level, heading), site)}
        onMissingComponent={false}
      />
    </div>
  )
}

/** The id of a part of a text, which starts with a heading; the key stays when its text is edited. */
function partId(key: string | undefined): string | undefined {
  return key && /^[\w-]+$/.test(key) ? `part-${key}` : undefined
}

/** Returns the parts of a text that the table of contents links to, with their headings. */
export function splitParts(value: unknown): { id: string; text: string }[] {
  return findTextBlocks(value).flatMap((block) => {
    const id = block.style === 'h2' ? partId(block._key) : undefined
    const text = block.children
      .map((span) => span.text)
      .join('')
      .trim()
    return id && text ? [{ id, text }] : []
  })
}

function components(level: HeadingLevel, site: SiteContent): Partial<PortableTextComponents> {
  const Section = `h${level}` as const
  const Subsection = `h${lowerLevel(level)}` as const
  const block: PortableTextBlockComponent = ({ value, children }) => {
    if (value.style === 'h2')
      return (
        <Section id={partId(value._key)} dir="auto">
          {children}
        </Section>
      )
    if (value.style === 'h3') return <Subsection dir="auto">{children}</Subsection>
    return <p dir="auto">{children}</p>
  }
  return {
    block,
    list: {
      bullet: ({ children }) => <ul>{children}</ul>,
      number: ({ children }) => <ol>{children}</ol>,
    },
    unknownList: ({ children }) => <ul>{children}</ul>,
    listItem: ({ children }) => <li dir="auto">{children}</li>,
    unknownListItem: ({ children }) => <li dir="auto">{children}</li>,
    marks: {
      strong: ({ children }) => <strong>{children}</strong>,
      em: ({ children }) => <em>{children}</em>,
      // The library would render any URL.
      link: ({ children }) => children,
      textLink: ({ value, children }) =>
        resolveLink(asLink(value)) ? (
          <ContentLink link={asLink(value)} site={site}>
            {children}
          </ContentLink>
        ) : (
          children
        ),
    },
    unknownMark: ({ children }) => children,
    unknownType: () => null,
    hardBreak: () => <br />,
  }
}

function asLink(value: unknown): LinkValue {
  const fields = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** The maximum depth of nested lists. Deeper items are rendered at this depth. */
const deepest = 4

/**
 * The blocks of a Portable Text value that can be shown, sanitized for the library: it never returns from a list
 * level of 1e308, throws on marks that are not texts, and fills a skipped level with empty items.
 *
 * @param value - any value of the field in the CMS
 * @returns blocks with at least one visible span
 */
function findTextBlocks(value: unknown): (TypedObject & { style: unknown; children: Span[] })[] {
  if (!Array.isArray(value)) return []
  let hasSection = false
  let listLevel = 0
  return value.flatMap((block: unknown) => {
    if (!isRecord(block) || block._type !== 'block') return []
    const children = toSpans(block.children)
    if (children.length === 0) return []
    const isList = typeof block.listItem === 'string'
    listLevel = isList ? levelAfter(listLevel, block.level) : 0
    hasSection ||= block.style === 'h2'
    return [
      {
        _type: 'block',
        _key: getKey(block),
        // A lower first heading would skip a level.
        style: block.style === 'h3' && !hasSection ? 'h2' : block.style,
        ...(isList ? { listItem: block.listItem, level: listLevel } : {}),
        children,
        markDefs: Array.isArray(block.markDefs) ? block.markDefs.filter(isRecord) : [],
      },
    ]
  })
}

type Span = TypedObject & { text: string }

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

function levelAfter(previous: number, level: unknown): number {
  const wanted = typeof level === 'number' && level >= 1 ? Math.floor(level) : 1
  return Math.min(wanted, previous + 1, deepest)
}
