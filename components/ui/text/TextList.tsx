import { filterTexts } from '@/lib/content/text/contentGuards'
import { Text } from './Text'

type TextListProps = {
  /** Texts from the CMS. Empty ones are omitted. */
  texts: (string | null)[] | null | undefined
  className: string
  itemClassName: string
}

/** A list of short texts, separated by lines. Renders nothing without texts. */
export function TextList({ texts, className, itemClassName }: TextListProps) {
  const visibleTexts = filterTexts(texts)
  if (visibleTexts.length === 0) return null
  return (
    <ul className={`border-b border-rule ${className}`}>
      {visibleTexts.map(({ key, text }) => (
        <Text as="li" key={key} className={`border-t border-rule ${itemClassName}`}>
          {text}
        </Text>
      ))}
    </ul>
  )
}
