import { defineField, type StringRule } from 'sanity'
import { isText } from '@/lib/content/contentGuards'
import { createPlaceholderInput } from '@/studio/PlaceholderInput'
import { directionProblem } from './characters'
import { formatPlaceholders, hardcodedNumberAdvice, placeholderProblem } from './placeholders'

/** What a text has to satisfy. */
type TextRules = {
  /** The field's title, used in the messages. */
  title: string
  /** False for a text that may be empty. */
  required: boolean
  /** Fewest characters. */
  min?: number
  /** Most characters. */
  max: number
  /** Placeholders that the site fills in besides the numbers of the offer, without brackets. */
  placeholders?: readonly string[]
  /** Those of them that must appear. */
  needed?: readonly string[]
}

/** What may be said about a text field beside its name, title and description. */
export type TextFieldOptions = Partial<Omit<TextRules, 'title' | 'required'>> & {
  /** A text is required unless it is optional. */
  optional?: boolean
  /** Shows a box of so many rows instead of a line. */
  rows?: number
  initialValue?: string
}

/**
 * Makes a field for a line or a paragraph of plain text.
 *
 * @param description - what the text is for and where visitors meet it
 * @param options - `max` is 120 for a line, 600 for a text of several lines
 */
export function textField(name: string, title: string, description: string, options: TextFieldOptions = {}) {
  const { rows, initialValue, optional, ...limits } = options
  const rules = { ...limits, title, required: !optional, max: limits.max ?? (rows ? 600 : 120) }
  const common = {
    name,
    title,
    description: rules.placeholders?.length
      ? `${description} The site fills in ${formatPlaceholders(rules.placeholders)}.`
      : description,
    initialValue,
    validation: textRules(rules),
    components: { input: createPlaceholderInput(rules.placeholders) },
  }
  return rows ? defineField({ ...common, type: 'text', rows }) : defineField({ ...common, type: 'string' })
}

/** Makes the field for a few words: a label, a button, a link. Its placeholders have to be used. */
export function wordsField(name: string, title: string, description: string, options: TextFieldOptions = {}) {
  return textField(name, title, description, { max: 80, needed: options.placeholders, ...options })
}

/** Makes the field for a sentence or two. Its placeholders have to be used. */
export function sentenceField(
  name: string,
  title: string,
  description: string,
  options: TextFieldOptions = {},
) {
  return wordsField(name, title, description, { max: 320, rows: 3, ...options })
}

/** What may be said about a field that has a description by default. */
type Described = TextFieldOptions & { description?: string }

/** Makes the field for a section's or page's heading. */
export function headingField({
  description = 'The large line at the top. Say what the reader gets from it.',
  ...options
}: Described = {}) {
  return textField('heading', 'Heading', description, { max: 90, ...options })
}

/** Makes the field for the small line above a heading. */
export function eyebrowField() {
  const description = 'A few words in small letters above the heading. May be empty.'
  return textField('eyebrow', 'Line above the heading', description, { optional: true, max: 60 })
}

/** Makes the field for the paragraph below a heading. */
export function introField({
  name = 'intro',
  title = 'Introduction',
  description = 'One or two sentences below the heading. May be empty.',
  ...options
}: Described & { name?: string; title?: string } = {}) {
  return textField(name, title, description, { optional: true, rows: 3, max: 320, ...options })
}

/** Makes the field for the words on a checkout button. */
export function checkoutLabelField({
  description = 'The words on the button that starts a membership. Short, and beginning with a verb.',
  ...options
}: Described = {}) {
  const common = { max: 40, initialValue: 'Secure My Spot Now' }
  return textField('checkoutLabel', 'Checkout button', description, { ...common, ...options })
}

/** Makes the validation of a text field, with messages that say what to do. */
function textRules(rules: TextRules) {
  return (rule: StringRule): StringRule[] => {
    const checked = rule.custom<string>((text) => textProblem(text, rules) ?? true)
    const advice = rule.custom<string>((text) => hardcodedNumberAdvice(text) ?? true).warning()
    const filled = rule.required().error(`Please fill in “${rules.title}”.`)
    return rules.required ? [filled, checked, advice] : [checked, advice]
  }
}

/**
 * Checks one text.
 *
 * @returns what is wrong and how to put it right, or null
 */
export function textProblem(text: string | undefined, rules: TextRules): string | null {
  if (!text) return null
  const { title, min = 0, max } = rules
  const length = [...text].length
  if (text.trim() === '') return `“${title}” has only spaces in it. Write a text, or empty the field.`
  if (!isText(text)) return `“${title}” has nothing that can be seen. Write a text, or empty the field.`
  if (length > max) {
    return `“${title}” has ${length} characters; at most ${max} fit where it is shown. Please shorten it by ${length - max}.`
  }
  if (length < min) return `“${title}” has ${length} characters; please write at least ${min}.`
  return directionProblem(text) ?? placeholderProblem(text, rules.placeholders, rules.needed)
}
