import { publishedIdOf } from '../ids.ts'
import type { Expr } from './ast.ts'
import { evaluate } from './evaluate.ts'
import type { Reads, Scope } from './scope.ts'
import { NULL, toData } from './traced.ts'

/** Ids that a filter can be true for, and what of the dataset the answer depends on. */
type Candidates = { ids: Iterable<string>; reads: Pick<Reads, 'ids' | 'types'> | null; cost: number }

// An index on type finds more documents than a list of ids, one on references finds few; smaller is better.
const COST = { ids: 0, references: 1, type: 2 }

/** Whether an expression has the same value for every document, so that it can be worked out before looking at any. */
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
      return (
        isIndependent(node.base) && node.expr.type === 'AccessAttribute' && node.expr.base?.type === 'This'
      )
    default:
      return false
  }
}

function isAttribute(node: Expr, name: string): boolean {
  return node.type === 'AccessAttribute' && node.base === undefined && node.name === name
}

function strings(node: Expr, scope: Scope): string[] | null {
  if (!isIndependent(node)) return null
  const data = toData(evaluate(node, scope.nested(NULL)))
  const values = Array.isArray(data) ? data : [data]
  return values.filter((value) => typeof value === 'string')
}

function byIds(ids: string[]): Candidates {
  return { ids, reads: { ids: new Set(ids.map(publishedIdOf)), types: new Set() }, cost: COST.ids }
}

function byTypes(types: string[], scope: Scope): Candidates {
  const { view } = scope.context
  const ids = types.length === 1 && types[0] !== undefined ? view.idsOfType(types[0]) : new Set<string>()
  if (types.length > 1 && ids instanceof Set) {
    for (const type of types) for (const id of view.idsOfType(type)) ids.add(id)
  }
  return { ids, reads: { ids: new Set(), types: new Set(types) }, cost: COST.type }
}

function byComparison(attribute: Expr, value: Expr, scope: Scope): Candidates | null {
  const isId = isAttribute(attribute, '_id')
  if (!isId && !isAttribute(attribute, '_type')) return null
  const values = strings(value, scope)
  if (!values) return null
  return isId ? byIds(values) : byTypes(values, scope)
}

function union(left: Candidates, right: Candidates): Candidates {
  const ids = new Set(left.ids)
  for (const id of right.ids) ids.add(id)
  const reads =
    left.reads && right.reads
      ? {
          ids: new Set([...left.reads.ids, ...right.reads.ids]),
          types: new Set([...left.reads.types, ...right.reads.types]),
        }
      : null
  return { ids, reads, cost: Math.max(left.cost, right.cost) }
}

/** The better index of two that both hold; what the answer depends on is the narrower of the two, too. */
function intersection(left: Candidates | null, right: Candidates | null): Candidates | null {
  if (!left || !right) return left ?? right
  const [better, other] = left.cost <= right.cost ? [left, right] : [right, left]
  return { ...better, reads: better.reads ?? other.reads }
}

function candidatesOf(filter: Expr, scope: Scope): Candidates | null {
  switch (filter.type) {
    case 'Group':
      return candidatesOf(filter.base, scope)
    case 'And':
      return intersection(candidatesOf(filter.left, scope), candidatesOf(filter.right, scope))
    case 'Or': {
      const left = candidatesOf(filter.left, scope)
      const right = left && candidatesOf(filter.right, scope)
      return left && right ? union(left, right) : null
    }
    case 'OpCall': {
      if (filter.op === '==') {
        return (
          byComparison(filter.left, filter.right, scope) ?? byComparison(filter.right, filter.left, scope)
        )
      }
      return filter.op === 'in' ? byComparison(filter.left, filter.right, scope) : null
    }
    case 'FuncCall': {
      if (filter.namespace !== 'global' || filter.name !== 'references') return null
      const ids = new Set<string>()
      for (const arg of filter.args) {
        const targets = strings(arg, scope)
        if (!targets) return null
        for (const target of targets) for (const id of scope.context.view.referrersOf(target)) ids.add(id)
      }
      // Any document may come to hold such a reference, so this narrows what is looked at, not what is depended on.
      return { ids, reads: null, cost: COST.references }
    }
    default:
      return null
  }
}

/**
 * The ids of documents that `*[filter]` can hold for, from the indexes on id, type and references; null when it takes
 * a look at every document. Notes in the context's reads what the answer depends on.
 */
export function narrow(filter: Expr, scope: Scope): Iterable<string> | null {
  const candidates = candidatesOf(filter, scope)
  const { reads } = scope.context
  if (candidates?.reads) {
    for (const id of candidates.reads.ids) reads.ids.add(id)
    for (const type of candidates.reads.types) reads.types.add(type)
  } else reads.everything = true
  return candidates ? candidates.ids : null
}
