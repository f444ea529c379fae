import {
  PortableText,
  type PortableTextBlockComponent,
  type PortableTextComponents,
} from '@portabletext/react'
import { type LinkValue, linkHref } from '@/lib/content/links'
import { ContentLink } from '../link/ContentLink'
import { isRecord, textBlocksIn } from './blocks'
import { below, type HeadingLevel, lower } from './Heading'

type RichTextProps = {
  /** Portable Text from the CMS, of any shape. */
  value: unknown
  /** The heading above and its level: the text's own headings follow below it. */
  heading: unknown
  level: HeadingLevel
  opensInNewTab: string | null | undefined
  className?: string
}

/**
 * Portable Text. What this site does not know (blocks, marks, styles, list kinds of another time) shows
 * its text or nothing.
 */
export function RichText({ value, heading, level, opensInNewTab, className = '' }: RichTextProps) {
  const blocks = textBlocksIn(value)
  if (blocks.length === 0) return null
  return (
    <div className={`rich-text ${className}`}>
      <PortableText
        value={blocks}
        components={components(below(level, heading), opensInNewTab)}
        onMissingComponent={false}
      />
    </div>
  )
}

function components(
  level: HeadingLevel,
  opensInNewTab: string | null | undefined,
): Partial<PortableTextComponents> {
  const Section = `h${level}` as const
  const Subsection = `h${lower(level)}` as const
  const block: PortableTextBlockComponent = ({ value, children }) => {
    if (value.style === 'h2') return <Section dir="auto">{children}</Section>
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
