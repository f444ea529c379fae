import type { ReactNode } from 'react'
import { isText } from '@/lib/content/contentGuards'

/** The level of a heading; sections get theirs from their place on the page. */
export type HeadingLevel = 1 | 2 | 3 | 4

/**
 * The level of the headings below one of the given level.
 *
 * @param heading - the text of that heading; without one, the headings below replace it
 */
export function getLevelBelow(level: HeadingLevel, heading: unknown): HeadingLevel {
  return isText(heading) ? lowerLevel(level) : level
}

/** The next lower level, down to the fourth. */
export function lowerLevel(level: HeadingLevel): HeadingLevel {
  return level === 1 ? 2 : level === 2 ? 3 : 4
}

type HeadingProps = {
  level: HeadingLevel
  /** The text from the CMS; anything but a text that shows something renders nothing. */
  children: unknown
  className?: string
}

/** A word with a hyphen inside, with what is written to it. Only spaces part words: drafts carry marks that are none. */
const hyphened = /(?<![^ ])([^ ]+-[^ ]+)/

/**
 * Keeps words with a hyphen on one line where they fit on one. Browsers break after any hyphen, and a large line that
 * ends with "Post-" reads as a mistake.
 */
function withWholeWords(text: string): ReactNode {
  if (!hyphened.test(text)) return text
  // Every second part is such a word.
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
