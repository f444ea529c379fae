import { Fragment } from 'react'
import { isText } from '@/lib/content/contentGuards'

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
  const parts = template.split(/\{(\w+)\}/g).map((part, position) => ({ part, position }))
  return (
    <p dir="auto" className={className}>
      {parts.map(({ part, position }) => {
        const isPlaceholder = position % 2 === 1
        const text = isPlaceholder ? values[part] : part
        const style = isPlaceholder ? emphasis[part] : undefined
        if (!text) return null
        return style ? (
          <strong key={position} className={style}>
            {text}
          </strong>
        ) : (
          <Fragment key={position}>{text}</Fragment>
        )
      })}
    </p>
  )
}
