import { defineField } from 'sanity'
import { inBrackets } from '../rules/placeholders'
import { type TextRules, textRules } from '../rules/text'

/** What describes a text field. A text is required unless it is `optional`. */
export type TextFieldOptions = Omit<TextRules, 'required' | 'max'> & {
  name: string
  /** What the text is for and where visitors meet it. */
  description: string
  optional?: boolean
  /** Most characters; 120 for a line, 600 for a text of several lines. */
  max?: number
  /** Shows a box of so many rows instead of a line. */
  rows?: number
  group?: string
  initialValue?: string
  placeholder?: string
}

/** Makes a field for a line or a paragraph of plain text. */
export function textField(options: TextFieldOptions) {
  const { name, description, rows, group, initialValue, placeholder, optional, ...limits } = options
  const rules = { ...limits, required: !optional, max: limits.max ?? (rows ? 600 : 120) }
  const common = {
    name,
    title: rules.title,
    description: rules.placeholders?.length
      ? `${description} The site fills in ${inBrackets(rules.placeholders)}.`
      : description,
    group,
    initialValue,
    placeholder,
    validation: textRules(rules),
  }
  return rows ? defineField({ ...common, type: 'text', rows }) : defineField({ ...common, type: 'string' })
}

/** Makes the field for a section's or page's heading. */
export function headingField(options: Partial<TextFieldOptions> = {}) {
  return textField({
    name: 'heading',
    title: 'Heading',
    description: 'The large line at the top. Say what the reader gets from it.',
    max: 90,
    ...options,
  })
}

/** Makes the field for the small line above a heading. */
export function eyebrowField(options: Partial<TextFieldOptions> = {}) {
  return textField({
    name: 'eyebrow',
    title: 'Line above the heading',
    description: 'A few words in small letters above the heading. May be empty.',
    optional: true,
    max: 60,
    ...options,
  })
}

/** Makes the field for the paragraph below a heading. */
export function introField(options: Partial<TextFieldOptions> = {}) {
  return textField({
    name: 'intro',
    title: 'Introduction',
    description: 'One or two sentences below the heading. May be empty.',
    optional: true,
    rows: 3,
    max: 320,
    ...options,
  })
}

/** Makes the field for the words on a checkout button. */
export function checkoutLabelField(options: Partial<TextFieldOptions> = {}) {
  return textField({
    name: 'checkoutLabel',
    title: 'Checkout button',
    description: 'The words on the button that starts a membership. Short, and beginning with a verb.',
    max: 40,
    initialValue: 'Secure My Spot Now',
    ...options,
  })
}
