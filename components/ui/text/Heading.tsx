import type { ReactNode } from 'react'
import { isText } from '@/lib/content/text/contentGuards'

/** The level of a heading. For a section's heading, it depends on the section's position on the page. */
export type HeadingLevel = 1 | 2 | 3 | 4

/**
 * Returns the level of subheadings below a heading.
 *
 * @param level - the level of the heading
 * @param heading - the heading's text; if it is empty, the subheadings get the heading's level
 */
export function getLevelBelow(level: HeadingLevel, heading: unknown): HeadingLevel {
  return isText(heading) ? lowerLevel(level) : level
}

/** Returns the next lower heading level: 2 for 1, and so on, at most 4. */
export function lowerLevel(level: HeadingLevel): HeadingLevel {
  return level === 1 ? 2 : level === 2 ? 3 : 4
}

type HeadingProps = {
  level: HeadingLevel
  /** The text from the CMS. Blank strings and other values render nothing. */
  children: unknown
  className?: string
}

/** Matches a hyphenated word. Only spaces delimit words, since drafts contain invisible edit marks. */
const hyphenatedWord = /(?<![^ ])([^ ]+-[^ ]+)/

/**
 * Prevents line breaks inside hyphenated words that fit on one line. Browsers break after any hyphen, and a line of
 * large text that ends with "Post-" looks like a mistake.
 */
function preventHyphenBreaks(text: string): ReactNode {
  if (!hyphenatedWord.test(text)) return text
  // Parts at odd positions are hyphenated words.
  const parts = text.split(hyphenatedWord).map((part, position) => ({ part, position }))
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

/** A heading from the CMS, in its own writing direction. */
export function Heading({ level, children, className }: HeadingProps) {
  if (!isText(children)) return null
  const Element = `h${level}` as const
  return (
    <Element dir="auto" className={className}>
      {preventHyphenBreaks(children)}
    </Element>
  )
}
