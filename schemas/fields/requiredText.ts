import type { Rule } from 'sanity'
import { isText } from '@/lib/content/text/contentGuards'
import { plainText } from '@/lib/content/text/plainText'
import { describeDirectionProblem } from './characters'
import { createSpanCheck, describeHardcodedNumber, describePlaceholderProblem } from './placeholders'

/**
 * Creates the complete validation of a required rich-text field; empty paragraphs do not count. A field's validation
 * replaces the validation of its type.
 *
 * @param message - the error message for an empty field
 */
export function requireText(message: string) {
  return (rule: Rule): Rule[] => [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || isText(plainText(value)) ? true : message)),
    ...checkText(rule),
  ]
}

/** Creates the complete validation of an optional rich-text field. */
export const checkText = (rule: Rule): Rule[] => [
  rule.custom(createSpanCheck(describeProblem)),
  rule.custom(createSpanCheck(describeHardcodedNumber)).warning(),
]

const describeProblem = (text: string) => describeDirectionProblem(text) ?? describePlaceholderProblem(text)
