import { defineField, type Path, type Rule } from 'sanity'
import { isText } from '@/lib/content/text/contentGuards'
import { getProperty } from '@/lib/errorCode'
import { describeDirectionProblem } from './characters'
import { createLineCheck, describeHardcodedNumber, describePlaceholderProblem } from './placeholders'

type ListRules = {
  /** The field's title, used in the messages. */
  title: string
  required: boolean
  max?: number
  /** Number of items that the page is designed for; a list with more or fewer gets a warning. */
  expected?: number
  /** Additional rules. A field's validation replaces its type's validation. */
  extraRules?: (rule: Rule) => Rule[]
}

type ListFieldOptions = Omit<ListRules, 'title' | 'required'> & {
  optional?: boolean
  initialValue?: unknown[]
}

/**
 * Defines a field with one of the named list types, because the Studio's “Review changes” needs named lists. A list
 * is required unless it is `optional`.
 *
 * @param type - a list type (see `defineList`); `features` is a list of items with a title and text
 */
export function listField(
  name: string,
  type: string,
  title: string,
  description: string,
  { optional, initialValue, ...limits }: ListFieldOptions = {},
) {
  const validation = createListRules({ ...limits, title, required: !optional })
  const limit = limits.max ? ` At most ${limits.max}.` : ''
  return defineField({ name, type, title, description: description + limit, initialValue, validation })
}

function createListRules({ title, required, max, expected, extraRules }: ListRules) {
  return (rule: Rule): Rule[] => {
    const rules = [
      rule.custom(checkUniqueKeys),
      rule.custom(checkTextLines),
      rule.custom(
        createLineCheck((line) => describeDirectionProblem(line) ?? describePlaceholderProblem(line)),
      ),
      rule.custom(createLineCheck(describeHardcodedNumber)).warning(),
    ]
    if (required) rules.push(rule.required().min(1).error(`“${title}” is empty. Add at least one item.`))
    if (max) rules.push(rule.max(max).error(`“${title}” can have at most ${max} items. Remove some.`))
    if (expected) rules.push(rule.custom(createCountCheck(title, expected)).warning())
    return [...rules, ...(extraRules?.(rule) ?? [])]
  }
}

/** Creates a rule that warns when a non-empty list has more or fewer items than the page is designed for. */
function createCountCheck(title: string, expected: number) {
  return (items: unknown): true | string => {
    const count = Array.isArray(items) ? items.length : 0
    if (count === 0 || count === expected) return true
    return `The page is designed for ${expected} items in “${title}”, but there are ${count}. Check how it looks.`
  }
}

/** Checks that item keys are unique; otherwise reordering and editing are unreliable. */
export function checkUniqueKeys(items: unknown): true | { message: string; paths: Path[] } {
  const keys = Array.isArray(items) ? items.map(getKey).filter((key) => key !== undefined) : []
  const duplicate = keys.find((key, index) => keys.indexOf(key) !== index)
  if (duplicate === undefined) return true
  return {
    message: `Two items in this list have the same internal key (“${duplicate}”). Remove one and add it again.`,
    paths: [[{ _key: duplicate }]],
  }
}

function getKey(item: unknown): string | undefined {
  const key = getProperty(item, '_key')
  return typeof key === 'string' ? key : undefined
}

/** Checks that the lines of a list are neither empty nor repeated. */
function checkTextLines(items: unknown): true | string {
  if (!Array.isArray(items)) return true
  const texts = items.filter((item) => typeof item === 'string')
  if (texts.some((text) => !isText(text))) return 'A line is empty. Fill it in or remove it.'
  const duplicate = texts.find((text, index) => texts.indexOf(text) !== index)
  return duplicate === undefined ? true : `“${duplicate}” is in the list more than once. Remove one.`
}
