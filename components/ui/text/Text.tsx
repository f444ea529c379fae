import { isText } from '@/lib/content/contentGuards'

type TextProps = {
  /** The text from the CMS; anything but a text that shows something renders nothing. */
  children: unknown
  /** The element, a paragraph by default. */
  as?: 'p' | 'span' | 'li' | 'figcaption'
  className?: string
  /** Of an amount, where it is edited: see `createOfferEditAttributes`. */
  'data-sanity'?: string | undefined
}

/** A text from the CMS in the direction of its own script, with the editors' line breaks. */
export function Text({ children, as: Element = 'p', className = '', ...attributes }: TextProps) {
  if (!isText(children)) return null
  return (
    <Element dir="auto" className={`whitespace-pre-line ${className}`} {...attributes}>
      {children}
    </Element>
  )
}

type TemplateTextProps = {
  /** A text with placeholders: "{introPrice}/month". */
  template: unknown
  /** The value of each placeholder, formatted; a placeholder without a value stays out. */
  values: Record<string, string>
  /** The class of each value that is set apart from its sentence. */
  emphasis: Record<string, string>
  className?: string
}

/** A sentence of the CMS in which some of the computed values are set in a type of their own. */
export function TemplateText({ template, values, emphasis, className = '' }: TemplateTextProps) {
  if (!isText(template)) return null
  // Odd parts are names of placeholders.
  const parts = template.split(/\{(\w+)\}/g).map((part, position) => ({ part, position }))
  return (
    <p dir="auto" className={className}>
      {parts.map(({ part, position }) => {
        if (position % 2 === 0) return part
        const value = values[part]
        const style = emphasis[part]
        if (!value || !style) return value
        return (
          <strong key={position} className={style}>
            {value}
          </strong>
        )
      })}
    </p>
  )
}
