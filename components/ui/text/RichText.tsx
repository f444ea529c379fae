import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { TypedObject } from '@portabletext/types'
import { type LinkValue, linkHref } from '@/lib/content/links'
import { ContentLink } from '../link/ContentLink'
import { below, type HeadingLevel } from './Heading'

type RichTextProps = {
  /** Portable Text from the CMS, of any shape. */
  value: unknown
  /** The level of the heading above: the text's own headings follow below it. */
  level: HeadingLevel
  opensInNewTab: string | null | undefined
  className?: string
}

/**
 * Portable Text. What this site does not know (blocks, marks, styles, list kinds of another time) shows
 * its text or nothing.
 */
export function RichText({ value, level, opensInNewTab, className = '' }: RichTextProps) {
  const blocks = textBlocksIn(value)
  if (blocks.length === 0) return null
  return (
    <div className={`rich-text ${className}`}>
      <PortableText value={blocks} components={components(level, opensInNewTab)} onMissingComponent={false} />
    </div>
  )
}

function components(
  level: HeadingLevel,
  opensInNewTab: string | null | undefined,
): Partial<PortableTextComponents> {
  const Section = `h${below(level)}` as const
  const Subsection = `h${below(below(level))}` as const
  return {
    block: ({ value, children }) => {
      if (value.style === 'h2') return <Section dir="auto">{children}</Section>
      if (value.style === 'h3') return <Subsection dir="auto">{children}</Subsection>
      return <p dir="auto">{children}</p>
    },
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
      // The library would render this one with whatever address it carries.
      link: ({ children }) => children,
      textLink: ({ value, children }) =>
        linkHref(asLink(value)) ? (
          <ContentLink link={asLink(value)} opensInNewTab={opensInNewTab}>
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

/** Blocks of text with spans; the library takes anything else in its place badly. */
function textBlocksIn(value: unknown): TypedObject[] {
  if (!Array.isArray(value)) return []
  let hasSection = false
  return value.flatMap((block: unknown) => {
    if (!isRecord(block) || block._type !== 'block') return []
    const spans = Array.isArray(block.children) ? block.children.filter(isSpan) : []
    const markDefs = Array.isArray(block.markDefs) ? block.markDefs.filter(isRecord) : []
    hasSection ||= block.style === 'h2'
    // A lesser heading that comes first would leave out a level.
    const style = block.style === 'h3' && !hasSection ? 'h2' : block.style
    return [{ ...block, _type: 'block', style, children: spans, markDefs }]
  })
}

function isSpan(value: unknown): boolean {
  return isRecord(value) && value._type === 'span' && typeof value.text === 'string'
}

function asLink(value: unknown): LinkValue {
  if (!isRecord(value)) return {}
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined)
  return {
    kind: text('kind'),
    page: text('page'),
    fragment: text('fragment'),
    topic: text('topic'),
    url: text('url'),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
