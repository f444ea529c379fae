import { filterTexts } from '@/lib/content/text/contentGuards'
import { Text } from './Text'

type TextListProps = {
  /** Strings from the CMS. Empty ones are omitted. */
  texts: (string | null)[] | null | undefined
  as?: 'ul' | 'ol'
  className?: string
  itemClassName?: string
}

/** A list of short strings. Renders nothing without strings. */
export function TextList({ texts, as: List = 'ul', className, itemClassName }: TextListProps) {
  const visibleTexts = filterTexts(texts)
  if (visibleTexts.length === 0) return null
  return (
    <List className={className}>
      {visibleTexts.map(({ key, text }) => (
        <Text as="li" key={key} className={itemClassName}>
          {text}
        </Text>
      ))}
    </List>
  )
}
