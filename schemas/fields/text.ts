import { defineField, type StringRule } from 'sanity'
import { isText } from '@/lib/content/text/contentGuards'
import { createTextInput } from '@/studio/inputs/TextInput'
import { describeDirectionProblem } from './characters'
import { describeHardcodedNumber, describePlaceholderProblem, formatPlaceholders } from './placeholders'

type TextRules = {
  /** The field's title, used in the messages. */
  title: string
  required: boolean
  min?: number
  max: number
  /** Placeholders besides those of the offer, without braces. */
  placeholders?: readonly string[]
  /** Placeholders that must appear. */
  needed?: readonly string[]
}

/** Options of a text field. */
export type TextFieldOptions = Partial<Omit<TextRules, 'title' | 'required'>> & {
  /** Whether the field may be empty; by default, it is required. */
  optional?: boolean
  /** Number of rows of a multi-line field; omit it for a single line. */
  rows?: number
  initialValue?: string
  /** The text that the site shows while the field is empty. */
  defaultText?: string
  /** Whether the form always shows the number of characters, even far below the limit. */
  isCounted?: boolean
}

/**
 * Defines a field for a line or paragraph of plain text.
 *
 * @param description - the purpose of the text, and where visitors see it
 * @param options - `max` defaults to 120 for a line and 600 for several rows
 */
export function textField(name: string, title: string, description: string, options: TextFieldOptions = {}) {
  const { rows, initialValue, optional, defaultText, isCounted, ...limits } = options
  const rules = { ...limits, title, required: !optional, max: limits.max ?? (rows ? 600 : 120) }
  const commonOptions = {
    name,
    title,
    description: rules.placeholders?.length
      ? `${description} Placeholders: ${formatPlaceholders(rules.placeholders)}.`
      : description,
    initialValue,
    placeholder: defaultText,
    validation: createTextRules(rules),
    components: { input: createTextInput({ max: rules.max, isCounted }) },
  }
  return rows
    ? defineField({ ...commonOptions, type: 'text', rows })
    : defineField({ ...commonOptions, type: 'string' })
}

/** Options of a field with a default description. */
type DescribedFieldOptions = TextFieldOptions & { description?: string }

/** Defines the heading of a section or page. */
export function headingField({
  description = 'The large line at the top. Say what the reader gets.',
  ...options
}: DescribedFieldOptions = {}) {
  return textField('heading', 'Heading', description, { max: 90, ...options })
}

/** Defines the small line above a heading. */
export function eyebrowField() {
  const description = 'A few words in small type above the heading. Optional.'
  return textField('eyebrow', 'Line above the heading', description, { optional: true, max: 60 })
}

/** Defines the paragraph below a heading. */
export function introField({
  name = 'intro',
  title = 'Introduction',
  description = 'One or two sentences below the heading. Optional.',
  ...options
}: DescribedFieldOptions & { name?: string; title?: string } = {}) {
  return textField(name, title, description, { optional: true, rows: 3, max: 320, ...options })
}

/** Defines the label of a checkout button. */
export function checkoutLabelField({
  description = 'The button that starts a membership. Keep it short and start with a verb.',
  ...options
}: DescribedFieldOptions = {}) {
  const defaults = { max: 40, initialValue: 'Secure My Spot Now' }
  return textField('checkoutLabel', 'Checkout button', description, { ...defaults, ...options })
}

function createTextRules(rules: TextRules) {
  return (rule: StringRule): StringRule[] => {
    const textRule = rule.custom<string>((text) => describeTextProblem(text, rules) ?? true)
    const adviceRule = rule.custom<string>((text) => describeHardcodedNumber(text) ?? true).warning()
    const requiredRule = rule.required().error(`Fill in “${rules.title}”.`)
    return rules.required ? [requiredRule, textRule, adviceRule] : [textRule, adviceRule]
  }
}

/**
 * Checks the text of a field. Missing text is not reported here, even if the field is required.
 *
 * @returns the problem and its fix, or null
 */
export function describeTextProblem(text: string | undefined, rules: TextRules): string | null {
  if (!text) return null
  const { title, min = 0, max } = rules
  const length = [...text].length
  if (text.trim() === '') return `“${title}” contains only spaces. Enter some text or clear the field.`
  if (!isText(text)) return `“${title}” has only invisible characters. Type some text, or clear the field.`
  if (length > max) {
    return `“${title}” has ${length} characters, but the limit is ${max}. Shorten it by ${length - max}.`
  }
  if (length < min) return `“${title}” has ${length} characters. Enter at least ${min}.`
  return describeDirectionProblem(text) ?? describePlaceholderProblem(text, rules.placeholders, rules.needed)
}
