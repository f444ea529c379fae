import { publishedIdOf } from '../ids.ts'
import { patternParts } from '../match.ts'
import { TextQuery } from '../textQuery.ts'
import type { Expr } from './ast.ts'
import { isClosedQuery } from './closed.ts'
import type { Reads, Scope } from './scope.ts'
import { NULL, toData } from './traced.ts'

/** Ids that a filter can be true for, and what of the dataset the answer depends on. */
export type Candidates = {
  ids: Iterable<string>
  /** The types whose documents these are, when that is known. */
  types?: string[]
  /** At most how many these are, where they may be so many that the first of an order are found sooner in that order. */
  size?: number
  reads: Pick<Reads, 'ids' | 'types'> | null
  cost: number
}

// An index on type finds more documents than one on words, a list of ids fewer than any; smaller is better.
const COST = { ids: 0, text: 1, references: 1, words: 2, type: 3 }

/** For more words than these all documents are looked at, as that can be stopped. */
const MAX_WORDS = 100

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
      if (!isIndependent(node.base)) return false
      return (node.expr.type === 'AccessAttribute' && node.expr.base?.type === 'This') || isClosedQuery(node)
    default:
      return isClosedQuery(node)
  }
}

function isAttribute(node: Expr, name: string): boolean {
  return node.type === 'AccessAttribute' && node.base === undefined && node.name === name
}

function strings(node: Expr, scope: Scope): string[] | null {
  if (!isIndependent(node)) return null
  const data = toData(scope.nested(NULL).evaluate(node))
  const values = Array.isArray(data) ? data : [data]
  return values.filter((value) => typeof value === 'string')
}

function byIds(ids: string[], scope: Scope): Candidates {
  const read = new Set<string>()
  for (const id of ids) {
    scope.context.budget.spend()
    read.add(publishedIdOf(id))
  }
  return { ids, reads: { ids: read, types: new Set() }, cost: COST.ids }
}

function joined(lists: readonly Iterable<string>[]): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (const list of lists) yield* list
    },
  }
}

function byTypes(types: string[], scope: Scope): Candidates {
  const found = types.map((type) => {
    scope.context.budget.spend()
    return scope.context.view.idsOfType(type)
  })
  return {
    ids: joined(found),
    types,
    size: found.reduce((sum, { size }) => sum + size, 0),
    reads: { ids: new Set(), types: new Set(types) },
    cost: COST.type,
  }
}

/** The names on the way to an attribute of the document, `slug.current`; null for anything else. */
export function attributePath(node: Expr): string[] | null {
  if (node.type !== 'AccessAttribute') return null
  if (node.base === undefined) return [node.name]
  const base = attributePath(node.base)
  return base && [...base, node.name]
}

function byText(attribute: Expr, value: Expr, scope: Scope): Candidates | null {
  const path = attributePath(attribute)
  // The perspective makes `_originalId`; no stored document has it.
  if (!path || path[0] === '_originalId' || !isIndependent(value)) return null
  const data = toData(scope.nested(NULL).evaluate(value))
  const texts = Array.isArray(data) ? data : [data]
  scope.context.budget.spend(texts.length >> 3)
  if (!texts.every((text) => typeof text === 'string')) return null
  const ids = scope.context.view.idsWithText(path, texts)
  // Any document may come to have the text, so this narrows what is looked at, not what is depended on.
  return ids ? { ids, reads: null, cost: COST.text } : null
}

/** Whether a value is made of nothing but what stands in the document itself. */
function isOwn(node: Expr): boolean {
  switch (node.type) {
    case 'This':
      return true
    case 'Value':
      // A text of the query's own stands in no document.
      return node.value === null || ['number', 'boolean'].includes(typeof node.value)
    case 'AccessAttribute':
      return node.base === undefined || isOwn(node.base)
    case 'AccessElement':
    case 'Slice':
    case 'ArrayCoerce':
    case 'Group':
      return isOwn(node.base)
    case 'Map':
    case 'FlatMap':
      return isOwn(node.base) && isOwn(node.expr)
    case 'Array':
      return node.elements.every((element) => isOwn(element.value))
    case 'FuncCall':
      return node.namespace === 'pt' && node.name === 'text' && node.args.every(isOwn)
    default:
      return false
  }
}

/** `… match "…"` of the document's own texts, by the words it asks for. */
function byPattern(text: Expr, pattern: Expr, scope: Scope): Candidates | null {
  if (!isIndependent(pattern) || !isOwn(text)) return null
  const terms = patternParts(toData(scope.nested(NULL).evaluate(pattern)), scope.context.budget)
  const ids = terms && terms.length <= MAX_WORDS && scope.context.view.idsMatching(terms)
  return ids ? { ids, size: ids.size, reads: null, cost: COST.words } : null
}

/** `… match text::query("…")` of the document's own texts, by the words it asks for. */
function byWords(text: Expr, pattern: Expr, scope: Scope): Candidates | null {
  if (pattern.type !== 'FuncCall' || pattern.namespace !== 'text' || pattern.name !== 'query') return null
  const [search] = pattern.args
  if (!search || !isIndependent(search) || !isOwn(text)) return null
  const query = toData(scope.nested(NULL).evaluate(pattern))
  if (!(query instanceof TextQuery) || query.terms.length > MAX_WORDS) return null
  const ids = scope.context.view.idsWithWords(query)
  return ids ? { ids, size: ids.size, reads: null, cost: COST.words } : null
}

function byComparison(attribute: Expr, value: Expr, scope: Scope): Candidates | null {
  const isId = isAttribute(attribute, '_id')
  if (!isId && !isAttribute(attribute, '_type')) return byText(attribute, value, scope)
  const values = strings(value, scope)
  if (!values) return null
  return isId ? byIds(values, scope) : byTypes(values, scope)
}

/** `sanity::partOfRelease("…")`, by the versions in the release. */
function byRelease(args: Expr[], scope: Scope): Candidates | null {
  const names = args[0] && strings(args[0], scope)
  if (!names) return null
  // Any document may come into the release, so this narrows what is looked at, not what is depended on.
  const ids = names.flatMap((name) => [...scope.context.view.idsOfRelease(name)])
  return { ids, reads: null, cost: COST.text }
}

function union(left: Candidates, right: Candidates): Candidates {
  const reads =
    left.reads && right.reads
      ? {
          ids: new Set([...left.reads.ids, ...right.reads.ids]),
          types: new Set([...left.reads.types, ...right.reads.types]),
        }
      : null
  return {
    ids: joined([left.ids, right.ids]),
    ...(left.types && right.types ? { types: [...left.types, ...right.types] } : {}),
    ...(left.size !== undefined && right.size !== undefined ? { size: left.size + right.size } : {}),
    reads,
    cost: Math.max(left.cost, right.cost),
  }
}

/** The better index of two that both hold; what the answer depends on is the narrower of the two, too. */
function intersection(left: Candidates | null, right: Candidates | null): Candidates | null {
  if (!left || !right) return left ?? right
  const [better, other] = left.cost <= right.cost ? [left, right] : [right, left]
  const types = better.types ?? other.types
  return { ...better, ...(types ? { types } : {}), reads: better.reads ?? other.reads }
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
      if (filter.op === 'match') {
        return byWords(filter.left, filter.right, scope) ?? byPattern(filter.left, filter.right, scope)
      }
      return filter.op === 'in' ? byComparison(filter.left, filter.right, scope) : null
    }
    case 'FuncCall': {
      if (filter.namespace === 'sanity' && filter.name === 'partOfRelease')
        return byRelease(filter.args, scope)
      if (filter.namespace !== 'global') return null
      if (filter.name === 'boost') return filter.args[0] ? candidatesOf(filter.args[0], scope) : null
      if (filter.name !== 'references') return null
      const ids = new Set<string>()
      for (const arg of filter.args) {
        const targets = strings(arg, scope)
        if (!targets) return null
        for (const target of targets) {
          scope.context.budget.spend()
          for (const id of scope.context.view.referrersOf(target)) ids.add(id)
        }
      }
      // Any document may come to hold such a reference, so this narrows what is looked at, not what is depended on.
      return { ids, reads: null, cost: COST.references }
    }
    default:
      return null
  }
}

function countOfType(filter: Expr, scope: Scope): number | undefined {
  if (filter.type === 'Group') return countOfType(filter.base, scope)
  if (filter.type !== 'OpCall' || filter.op !== '==') return undefined
  const value = isAttribute(filter.left, '_type') ? filter.right : filter.left
  if (value === filter.left && !isAttribute(filter.right, '_type')) return undefined
  const [type] = strings(value, scope) ?? []
  if (type === undefined || value.type !== 'Value') return undefined
  const count = scope.context.view.countOf(type)
  if (count !== undefined) scope.context.reads.types.add(type)
  return count
}

/** How many documents `*` or `*[_type == "…"]` finds, when that is known without looking; undefined for any other query. */
export function knownCount(query: Expr, scope: Scope): number | undefined {
  if (query.type === 'Filter' && query.base.type === 'Everything') return countOfType(query.expr, scope)
  if (query.type !== 'Everything') return undefined
  scope.context.reads.everything = true
  return scope.context.view.countOf(null)
}

/** Whether a filter is `_score > 0`, which leaves what `score()` found anything for. */
export function isScored(filter: Expr): boolean {
  return (
    filter.type === 'OpCall' &&
    filter.op === '>' &&
    isAttribute(filter.left, '_score') &&
    filter.right.type === 'Value' &&
    filter.right.value === 0
  )
}

/** The filter that holds when any of these does, as `score()` counts; null for none. */
export function anyOf(conditions: readonly Expr[]): Expr | null {
  return conditions.reduce<Expr | null>((left, right) => (left ? { type: 'Or', left, right } : right), null)
}

/**
 * The documents that `*[filter]` can hold for, from the indexes; null when it takes a look at every document. Notes in the
 * context's reads what the answer depends on.
 */
export function candidatesFor(filter: Expr, scope: Scope): Candidates | null {
  const { reads } = scope.context
  const candidates = candidatesOf(filter, scope)
  if (candidates?.reads) {
    for (const id of candidates.reads.ids) reads.ids.add(id)
    for (const type of candidates.reads.types) reads.types.add(type)
  } else reads.everything = true
  return candidates
}
