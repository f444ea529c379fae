import type { ReactNode } from 'react'
import { isText } from '@/lib/content/contentGuards'

/** The level of a heading. The level of a section depends on its position on the page. */
export type HeadingLevel = 1 | 2 | 3 | 4

/**
 * Returns the level of subheadings below a heading.
 *
 * @param level - of the heading
 * @param heading - its text; without one, the subheadings get its level
 */
export function getLevelBelow(level: HeadingLevel, heading: unknown): HeadingLevel {
  return isText(heading) ? lowerLevel(level) : level
}

/** Returns the next lower level, at most 4. */
export function lowerLevel(level: HeadingLevel): HeadingLevel {
  return level === 1 ? 2 : level === 2 ? 3 : 4
}

type HeadingProps = {
  level: HeadingLevel
  /** The text from the CMS; anything but a text that shows something renders nothing. */
  children: unknown
  className?: string
}

/** A hyphenated word up to the next spaces. Only spaces delimit words, since drafts contain invisible edit marks. */
const hyphened = /(?<![^ ])([^ ]+-[^ ]+)/

/**
 * Prevents line breaks inside hyphenated words that fit on one line. Browsers break after any hyphen, and a large line
 * that ends with "Post-" looks like a mistake.
 */
function withWholeWords(text: string): ReactNode {
  if (!hyphened.test(text)) return text
  // Odd parts are hyphenated words.
  const parts = text.split(hyphened).map((part, position) => ({ part, position }))
  return parts.map(({ part, position }) =>
    position % 2 === 0 ? (
      part
    ) : (
      <span key={position} className="inline-block">
        {part}
      </span>
    ),
  )
}

/** A heading from the CMS, in the direction of its own script. */
export function Heading({ level, children, className }: HeadingProps) {
  if (!isText(children)) return null
  const Element = `h${level}` as const
  return (
    <Element dir="auto" className={className}>
      {withWholeWords(children)}
    </Element>
  )
}
