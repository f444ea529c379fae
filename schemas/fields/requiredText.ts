import type { Rule } from 'sanity'
import { isText } from '@/lib/content/contentGuards'
import { plainText } from '@/lib/content/plainText'
import { directionProblem } from './characters'
import { checkEachSpan, hardcodedNumberAdvice, placeholderProblem } from './placeholders'

/**
 * Makes the validation of a running text that may not be missing: paragraphs without words are none. What a field says
 * replaces the validation of its type, so this is all of it.
 *
 * @param message - what to write, as “Please write the answer.”
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
