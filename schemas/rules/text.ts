import type { StringRule } from 'sanity'
import { placeholderProblem } from './placeholders'

/** What a text has to satisfy. */
export type TextRules = {
  /** The field's title, used in the messages. */
  title: string
  /** False for a text that may be empty. */
  required: boolean
  /** Fewest characters. */
  min?: number
  /** Most characters. */
  max: number
  /** Placeholders that the site fills in, without brackets. */
  placeholders?: readonly string[]
  /** Those of them that must appear. */
  needed?: readonly string[]
}

/** Makes the validation of a text field, with messages that say what to do. */
export function textRules(rules: TextRules) {
  return (rule: StringRule): StringRule[] => {
    const checked = rule.custom<string>((text) => textProblem(text, rules) ?? true)
    return rules.required ? [rule.required().error(`Please fill in “${rules.title}”.`), checked] : [checked]
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
  if (length > max) {
    return `“${title}” has ${length} characters; at most ${max} fit where it is shown. Please shorten it by ${length - max}.`
  }
  if (length < min) return `“${title}” has ${length} characters; please write at least ${min}.`
  return placeholderProblem(text, rules.placeholders, rules.needed)
}
