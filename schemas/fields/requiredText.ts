import type { Rule } from 'sanity'
import { isText } from '@/lib/content/contentGuards'
import { plainText } from '@/lib/content/plainText'
import { findDirectionProblem } from './characters'
import { createSpanCheck, findHardcodedNumberAdvice, findPlaceholderProblem } from './placeholders'

/**
 * Creates the complete validation of a required rich text; empty paragraphs do not count. A field's validation replaces
 * the validation of its type.
 *
 * @param message - the error message of an empty text
 */
export function requireText(message: string) {
  return (rule: Rule): Rule[] => [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || isText(plainText(value)) ? true : message)),
    rule.custom(createSpanCheck(findProblem)),
    rule.custom(createSpanCheck(findHardcodedNumberAdvice)).warning(),
  ]
}

const findProblem = (text: string) => findDirectionProblem(text) ?? findPlaceholderProblem(text)
