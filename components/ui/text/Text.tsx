import { isText } from '@/lib/content/text/contentGuards'

type TextProps = {
  /** The text from the CMS. Blank strings and other values render nothing. */
  children: unknown
  /** The element, a paragraph by default. */
  as?: 'p' | 'span' | 'li' | 'figcaption'
  className?: string
  /** Links an amount to its field in the Studio, see `createOfferEditAttributes`. */
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

type TemplateTextProps = {
  /** Text with placeholders: "{introPrice}/month". */
  template: unknown
  /** The formatted value of each placeholder. A placeholder without a value is omitted. */
  values: Record<string, string>
  /** The class of each emphasized value, by placeholder name. */
  emphasisClassNames: Record<string, string>
  className?: string
}

/** A sentence from the CMS with placeholders, some of whose values are emphasized. */
export function TemplateText({ template, values, emphasisClassNames, className = '' }: TemplateTextProps) {
  if (!isText(template)) return null
  // Parts at odd positions are names of placeholders.
  const parts = template.split(/\{(\w+)\}/g).map((part, position) => ({ part, position }))
  return (
    <p dir="auto" className={className}>
      {parts.map(({ part, position }) => {
        if (position % 2 === 0) return part
        const value = values[part]
        const emphasisClassName = emphasisClassNames[part]
        if (!value || !emphasisClassName) return value
        return (
          <strong key={position} className={emphasisClassName}>
            {value}
          </strong>
        )
      })}
    </p>
  )
}
