import { compareData, delegate, equalData, isPath } from '../compare.ts'
import { matchesPattern } from '../match.ts'
import { matchesTextQuery, TextQuery } from '../textQuery.ts'
import { membersOf } from './members.ts'
import { matchesPath } from './pathPattern.ts'
import { FALSE, itemsOf, leaf, leavesOf, NULL, TRUE, type Traced, toData, typeOf } from './traced.ts'

function compare(left: Traced, right: Traced, holds: (order: number) => boolean): Traced {
  const order = compareData(toData(left), toData(right))
  if (order === null) return NULL
  return holds(order) ? TRUE : FALSE
}

/** Whether a set answers for a value what going through its items would: not for dates, which are equal in value. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value) || typeof value === 'boolean' || value === null
}

function isIn(left: Traced, right: Traced): Traced {
  const value = toData(left)
  if (right.kind === 'leaf' && isPath(right.data)) {
    const path = isPath(value) ? value.pattern : value
    if (typeof path !== 'string') return NULL
    return matchesPath(right.data.pattern, path) ? TRUE : FALSE
  }
  const members = isPlain(value) ? membersOf(right) : null
  if (members) return members.has(value) ? TRUE : FALSE
  const items = itemsOf(right)
  if (!items) return NULL
  return items.some((item) => equalData(value, toData(item))) ? TRUE : FALSE
}

/** What a search looks for words in: a value, or the parts of one that the query made. */
export function searched(value: Traced): unknown {
  return value.kind === 'leaf' ? value.data : [...leavesOf(value)]
}

function match(left: Traced, right: Traced): Traced {
  if (right.kind === 'leaf' && right.data instanceof TextQuery) {
    return leaf(matchesTextQuery(searched(left), right.data))
  }
  return matchesPattern(toData(left), toData(right)) ? TRUE : FALSE
}

function binaryByGroqJs(op: string, left: Traced, right: Traced): Traced {
  const value = (data: Traced) => ({ type: 'Value', value: toData(data) })
  return leaf(delegate({ type: 'OpCall', op, left: value(left), right: value(right) }))
}

function add(left: Traced, right: Traced): Traced {
  const leftItems = typeOf(left) === 'array' ? itemsOf(left) : null
  const rightItems = typeOf(right) === 'array' ? itemsOf(right) : null
  if (leftItems && rightItems) return { kind: 'array', items: leftItems.concat(rightItems) }
  return binaryByGroqJs('+', left, right)
}

/** `left op right`. Arrays that are added keep where their items come from. */
export function binaryOperator(op: string, left: Traced, right: Traced): Traced {
  switch (op) {
    case '==':
      return equalData(toData(left), toData(right)) ? TRUE : FALSE
    case '!=':
      return equalData(toData(left), toData(right)) ? FALSE : TRUE
    case '<':
      return compare(left, right, (order) => order < 0)
    case '<=':
      return compare(left, right, (order) => order <= 0)
    case '>':
      return compare(left, right, (order) => order > 0)
    case '>=':
      return compare(left, right, (order) => order >= 0)
    case 'in':
      return isIn(left, right)
    case 'match':
      return match(left, right)
    case '+':
      return add(left, right)
    default:
      return binaryByGroqJs(op, left, right)
  }
}
