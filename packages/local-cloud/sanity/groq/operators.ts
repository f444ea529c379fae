import { compareData, delegate, equalData, isPath } from '../compare.ts'
import { matchesTextQuery, TextQuery } from '../textQuery.ts'
import { FALSE, itemsOf, leaf, NULL, TRUE, type Traced, toData, typeOf } from './traced.ts'

function compare(left: Traced, right: Traced, holds: (order: number) => boolean): Traced {
  const order = compareData(toData(left), toData(right))
  if (order === null) return NULL
  return holds(order) ? TRUE : FALSE
}

function isIn(left: Traced, right: Traced): Traced {
  const value = toData(left)
  if (right.kind === 'leaf' && isPath(right.data)) {
    const path = isPath(value) ? value.pattern : value
    if (typeof path !== 'string') return NULL
    return right.data.matches(path) ? TRUE : FALSE
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
