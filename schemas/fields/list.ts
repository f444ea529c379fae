import { defineField, type Path, type Rule } from 'sanity'
import { isText } from '@/lib/content/contentGuards'
import { getProperty } from '@/lib/errorCode'
import { directionProblem } from './characters'
import { checkEachLine, hardcodedNumberAdvice, placeholderProblem } from './placeholders'

/** What a list has to satisfy. */
type ListRules = {
  /** The field's title, used in the messages. */
  title: string
  required: boolean
  /** Most items. */
  max?: number
  /** How many the page is designed for; another number gives a warning. */
  expected?: number
  /** Rules of this list alone. What a field says replaces the validation of its type. */
  rules?: (rule: Rule) => Rule[]
}

type ListFieldOptions = Omit<ListRules, 'title' | 'required'> & {
  optional?: boolean
  initialValue?: unknown[]
}

/**
 * Makes a field that holds one of the named list types: the Studio's “Review changes” needs lists to have
 * a name of their own. A list is required unless it is `optional`.
 *
 * @param type - one of the list types in `schemas/lists.ts`
 */
export function listField(
  name: string,
  type: string,
  title: string,
  description: string,
  { optional, initialValue, ...limits }: ListFieldOptions = {},
) {
  const validation = listRules({ ...limits, title, required: !optional })
  return defineField({ name, type, title, description, initialValue, validation })
}

/** Makes the validation of a list field, with messages that say what to do. */
function listRules({ title, required, max, expected, rules: own }: ListRules) {
  return (rule: Rule): Rule[] => {
    const rules = [
      rule.custom(checkUniqueKeys),
      rule.custom(checkUniqueTexts),
      rule.custom(checkEachLine((line) => directionProblem(line) ?? placeholderProblem(line))),
      rule.custom(checkEachLine(hardcodedNumberAdvice)).warning(),
    ]
    if (required) rules.push(rule.required().min(1).error(`“${title}” is empty. Please add at least one.`))
    if (max) rules.push(rule.max(max).error(`“${title}” has room for ${max} at most. Please remove some.`))
    if (expected) rules.push(rule.custom(checkExpectedCount(title, expected)).warning())
    return [...rules, ...(own?.(rule) ?? [])]
  }
}

function checkExpectedCount(title: string, expected: number) {
  return (items: unknown): true | string => {
    const count = Array.isArray(items) ? items.length : 0
    if (count === 0 || count === expected) return true
    return `The page is designed for ${expected} entries in “${title}”; there are ${count} now. Please check how it looks.`
  }
}

/** A list in which two items have the same key cannot be reordered or edited reliably. */
export function checkUniqueKeys(items: unknown): true | { message: string; paths: Path[] } {
  const keys = Array.isArray(items) ? items.map(getKey).filter((key) => key !== undefined) : []
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice === undefined) return true
  return {
    message: `Two items of this list have the same internal key (“${twice}”). Remove one of them and add it again.`,
    paths: [[{ _key: twice }]],
  }
}

function getKey(item: unknown): string | undefined {
  const key = getProperty(item, '_key')
  return typeof key === 'string' ? key : undefined
}

function checkUniqueTexts(items: unknown): true | string {
  if (!Array.isArray(items)) return true
  const texts = items.filter((item) => typeof item === 'string')
  if (texts.some((text) => !isText(text))) return 'A line is empty. Please write something or remove it.'
  const twice = texts.find((text, index) => texts.indexOf(text) !== index)
  return twice === undefined ? true : `“${twice}” is in the list twice. Please remove one.`
}
