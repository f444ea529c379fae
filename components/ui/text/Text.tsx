import { isText } from '@/lib/content/text/contentGuards'

type TextProps = {
  /** The text from the CMS. Blank strings and other values render nothing. */
  children: unknown
  /** The element, a paragraph by default. */
  as?: 'p' | 'span' | 'li' | 'figcaption'
  className?: string
  /** Links an amount to its field in the Studio. See `createOfferEditAttributes`. */
  'data-sanity'?: string | undefined
}

/** Text from the CMS in its own writing direction, with the editors' line breaks. */
export function Text({ children, as: Element = 'p', className = '', ...attributes }: TextProps) {
  if (!isText(children)) return null
  return (
    <Element dir="auto" className={`whitespace-pre-line ${className}`} {...attributes}>
      {children}
    </Element>
  )
}
