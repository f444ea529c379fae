import { isText } from '@/lib/content/contentGuards'

/** The level of a heading; sections get theirs from their place on the page. */
export type HeadingLevel = 1 | 2 | 3 | 4

/**
 * The level of the headings below one of the given level.
 *
 * @param heading - the text of that heading; when it has none, the headings below take its place
 */
export function below(level: HeadingLevel, heading: unknown): HeadingLevel {
  return isText(heading) ? lower(level) : level
}

/** The next lower level, down to the fourth. */
export function lower(level: HeadingLevel): HeadingLevel {
  return level === 1 ? 2 : level === 2 ? 3 : 4
}

type HeadingProps = {
  level: HeadingLevel
  /** The text from the CMS; anything but a text that shows something renders nothing. */
  children: unknown
  className?: string
}

/** A heading from the CMS, in the direction of its own script. */
export function Heading({ level, children, className }: HeadingProps) {
  if (!isText(children)) return null
  const Element = `h${level}` as const
  return (
    <Element dir="auto" className={className}>
      {children}
    </Element>
  )
}
