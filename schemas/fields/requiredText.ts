import type { Rule } from 'sanity'
import { isText } from '@/lib/content/contentGuards'
import { plainText } from '@/lib/content/plainText'
import { directionProblem } from './characters'
import { checkEachSpan, hardcodedNumberAdvice, placeholderProblem } from './placeholders'

/**
 * Creates the complete validation of a required rich text; empty paragraphs do not count. A field's validation replaces
 * that of its type.
 *
 * @param message - the error of an empty text
 */
export function requireText(message: string) {
  return (rule: Rule): Rule[] => [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || isText(plainText(value)) ? true : message)),
    rule.custom(checkEachSpan(findProblem)),
    rule.custom(checkEachSpan(hardcodedNumberAdvice)).warning(),
  ]
}

const findProblem = (text: string) => directionProblem(text) ?? placeholderProblem(text)
