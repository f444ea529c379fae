import { evaluateSync } from 'groq-js'
import { matchesTextQuery, TextQuery } from './text-query.ts'
import {
  FALSE,
  isDateTime,
  isPath,
  itemsOf,
  leaf,
  NULL,
  TRUE,
  type Traced,
  toData,
  typeOf,
  typeOfData,
} from './traced.ts'

// Where types stand in an ascending order; what isn't listed comes last (https://sanity-io.github.io/GROQ/, Compare).
const TYPE_ORDER: Record<string, number> = { datetime: 1, number: 2, string: 3, boolean: 4 }
const LAST = 100

/** Whether two plain values are equal in GROQ's sense: same simple type, same value. */
export function equalData(a: unknown, b: unknown): boolean {
  const type = typeOfData(a)
  if (type !== typeOfData(b)) return false
  switch (type) {
    case 'null':
      return true
    case 'boolean':
    case 'number':
    case 'string':
      return a === b
    case 'datetime':
      return isDateTime(a) && isDateTime(b) && a.equals(b)
    default:
      return false
  }
}

/** Compares two plain values of one comparable type; null when they can't be compared. */
export function compareData(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  if (isDateTime(a) && isDateTime(b)) return a.compareTo(b)
  return null
}

/** Compares any two plain values, for `order()`. */
export function totalCompare(a: unknown, b: unknown): number {
  const byType = (TYPE_ORDER[typeOfData(a)] ?? LAST) - (TYPE_ORDER[typeOfData(b)] ?? LAST)
  return byType === 0 ? (compareData(a, b) ?? 0) : byType
}

/** Runs a node of plain values in groq-js, which has the exact rules of the rarer operators. */
export function delegate(node: object, options: object = {}): unknown {
  return evaluateSync(node, options).data
}

function compare(left: Traced, right: Traced, holds: (order: number) => boolean): Traced {
  const order = compareData(toData(left), toData(right))
  if (order === null) return NULL
  return holds(order) ? TRUE : FALSE
}

function isIn(left: Traced, right: Traced): Traced {
  const value = toData(left)
  if (right.kind === 'leaf' && isPath(right.data)) {
    if (typeof value !== 'string') return NULL
    return right.data.matches(value) ? TRUE : FALSE
  }
  const items = itemsOf(right)
  if (!items) return NULL
  return items.some((item) => equalData(value, toData(item))) ? TRUE : FALSE
}

function match(left: Traced, right: Traced): Traced {
  if (right.kind === 'leaf' && right.data instanceof TextQuery) {
    return leaf(matchesTextQuery(toData(left), right.data))
  }
  return binaryByGroqJs('match', left, right)
}

function binaryByGroqJs(op: string, left: Traced, right: Traced): Traced {
  const value = (data: Traced) => ({ type: 'Value', value: toData(data) })
  return leaf(delegate({ type: 'OpCall', op, left: value(left), right: value(right) }))
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
    case '+': {
      const leftItems = typeOf(left) === 'array' ? itemsOf(left) : null
      const rightItems = typeOf(right) === 'array' ? itemsOf(right) : null
      if (leftItems && rightItems) return { kind: 'array', items: [...leftItems, ...rightItems] }
      return binaryByGroqJs(op, left, right)
    }
    default:
      return binaryByGroqJs(op, left, right)
  }
}
