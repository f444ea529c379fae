import { isText } from '../list'

type TextProps = {
  /** The text from the CMS; anything but a text that shows something renders nothing. */
  children: unknown
  /** The element, a paragraph by default. */
  as?: 'p' | 'span' | 'li' | 'dt' | 'dd' | 'figcaption' | 'address' | 'div'
  className?: string
}

/** A text from the CMS in the direction of its own script, with the editors' line breaks. */
export function Text({ children, as: Element = 'p', className = '' }: TextProps) {
  if (!isText(children)) return null
  return (
    <Element dir="auto" className={`whitespace-pre-line ${className}`}>
      {children}
    </Element>
  )
}
