import { filterTexts } from '@/lib/content/contentGuards'
import { Text } from './Text'

type TextListProps = {
  /** Texts from the CMS; empty ones are left out. */
  texts: (string | null)[] | null | undefined
  /** The classes of the list, and of each text. */
  className: string
  item: string
}

/** A list of short texts between rules. Without any there is no list. */
export function TextList({ texts, className, item }: TextListProps) {
  const known = filterTexts(texts)
  if (known.length === 0) return null
  return (
    <ul className={`border-b border-rule ${className}`}>
      {known.map(({ key, text }) => (
        <Text as="li" key={key} className={`border-t border-rule ${item}`}>
          {text}
        </Text>
      ))}
    </ul>
  )
}
