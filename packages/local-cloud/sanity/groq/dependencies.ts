import { getPublishedId } from '../ids.ts'
import type { Expr } from './ast.ts'
import type { Reads, Scope } from './scope.ts'
import { NULL, toData } from './traced.ts'

type Dependencies = Pick<Reads, 'ids' | 'types'>

/** Whether an expression has the same value for every document. */
function isIndependent(node: Expr): boolean {
  switch (node.type) {
    case 'Value':
    case 'Parent':
      return true
    case 'AccessAttribute':
      return node.base !== undefined && isIndependent(node.base)
    case 'AccessElement':
    case 'Group':
    case 'ArrayCoerce':
    case 'Deref':
      return isIndependent(node.base)
    case 'Array':
      return node.elements.every((element) => isIndependent(element.value))
    case 'Map':
      if (!isIndependent(node.base)) return false
      return node.expr.type === 'AccessAttribute' && node.expr.base?.type === 'This'
    default:
      return false
  }
}

function isAttribute(node: Expr, name: string): boolean {
  return node.type === 'AccessAttribute' && node.base === undefined && node.name === name
}

function findComparedValues(attribute: Expr, value: Expr, scope: Scope): Dependencies | null {
  const isId = isAttribute(attribute, '_id')
  if ((!isId && !isAttribute(attribute, '_type')) || !isIndependent(value)) return null
  const data = toData(scope.nested(NULL).evaluate(value))
  const values = (Array.isArray(data) ? data : [data]).filter((item) => typeof item === 'string')
  return isId
    ? { ids: new Set(values.map(getPublishedId)), types: new Set() }
    : { ids: new Set(), types: new Set(values) }
}

function findDependencies(filter: Expr, scope: Scope): Dependencies | null {
  switch (filter.type) {
    case 'Group':
      return findDependencies(filter.base, scope)
    case 'And': {
      const left = findDependencies(filter.left, scope)
      const right = findDependencies(filter.right, scope)
      if (!left || !right) return left ?? right
      // Ids are narrower than types.
      return left.types.size > 0 && right.types.size === 0 ? right : left
    }
    case 'Or': {
      const left = findDependencies(filter.left, scope)
      const right = left && findDependencies(filter.right, scope)
      return (
        left &&
        right && {
          ids: new Set([...left.ids, ...right.ids]),
          types: new Set([...left.types, ...right.types]),
        }
      )
    }
    case 'OpCall':
      if (filter.op === '==') {
        return (
          findComparedValues(filter.left, filter.right, scope) ??
          findComparedValues(filter.right, filter.left, scope)
        )
      }
      return filter.op === 'in' ? findComparedValues(filter.left, filter.right, scope) : null
    default:
      return null
  }
}

/**
 * Records in the context's reads the dependencies of the result of `*[filter]`: the ids or types that the filter names, else
 * every document.
 */
export function recordDependencies(filter: Expr, scope: Scope): void {
  const { reads } = scope.context
  const dependencies = findDependencies(filter, scope)
  if (!dependencies) {
    reads.everything = true
    return
  }
  for (const id of dependencies.ids) reads.ids.add(id)
  for (const type of dependencies.types) reads.types.add(type)
}
