import { getPublishedId } from '../ids.ts'
import type { Expr } from './ast.ts'
import type { Dependencies, Scope } from './scope.ts'
import { NULL, toData } from './traced.ts'

/** The ids or types that limit the documents that a filter can match. */
type FilterDependencies = Pick<Dependencies, 'ids' | 'types'>

/** Whether an expression certainly has the same value for every document. False when unsure. */
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

/**
 * The dependencies of a comparison of `_id` or `_type` with `value`; null for another attribute, or a value that may
 * differ between documents.
 */
function findComparedValues(attribute: Expr, value: Expr, scope: Scope): FilterDependencies | null {
  const isId = isAttribute(attribute, '_id')
  if ((!isId && !isAttribute(attribute, '_type')) || !isIndependent(value)) return null
  const data = toData(scope.createNested(NULL).evaluate(value))
  const values = (Array.isArray(data) ? data : [data]).filter((item) => typeof item === 'string')
  return isId
    ? { ids: new Set(values.map(getPublishedId)), types: new Set() }
    : { ids: new Set(), types: new Set(values) }
}

/** The dependencies of a filter; null when it can match any document. */
function findDependencies(filter: Expr, scope: Scope): FilterDependencies | null {
  switch (filter.type) {
    case 'Group':
      return findDependencies(filter.base, scope)
    case 'And': {
      const left = findDependencies(filter.left, scope)
      const right = findDependencies(filter.right, scope)
      if (!left || !right) return left ?? right
      // One side is enough. Ids are preferred, since they match fewer documents than types.
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
 * Records in the context the dependencies of the result of `*[filter]`: the ids or types that the filter names, or else all
 * documents.
 */
export function recordDependencies(filter: Expr, scope: Scope): void {
  const { dependencies } = scope.context
  const filterDependencies = findDependencies(filter, scope)
  if (!filterDependencies) {
    dependencies.hasAllDocuments = true
    return
  }
  for (const id of filterDependencies.ids) dependencies.ids.add(id)
  for (const type of filterDependencies.types) dependencies.types.add(type)
}
