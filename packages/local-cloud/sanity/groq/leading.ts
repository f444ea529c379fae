import { totalCompare } from '../compare.ts'
import type { OrderKey, Ranked } from '../sortedIndex.ts'
import type { Expr, Filter, ObjectAttribute } from './ast.ts'
import { isClosedQuery } from './closed.ts'
import { filterCandidates } from './filter.ts'
import { attributePath, type Candidates, candidatesFor } from './narrow.ts'
import { callPipeFunction } from './pipeFunctions.ts'
import { documentLeaf, type Scope } from './scope.ts'
import { isTrue, itemsOf, type Leaf, type Traced } from './traced.ts'

/** `*[filter]`, and the attributes of the projection that follows it. */
type Source = { filter: Filter; projection: { expr: Expr; attributes: ObjectAttribute[] } | null }

function sourceOf(node: Expr): Source | null {
  if (node.type === 'Filter') {
    return node.base.type === 'Everything' ? { filter: node, projection: null } : null
  }
  if (node.type !== 'Map' || node.base.type !== 'Filter' || node.base.base.type !== 'Everything') return null
  const { expr } = node
  if (expr.type !== 'Projection' || expr.base.type !== 'This' || expr.expr.type !== 'Object') return null
  return { filter: node.base, projection: { expr, attributes: expr.expr.attributes } }
}

/** What an expression of the projected object comes to in terms of the document itself; null when that isn't plain. */
function throughProjection(node: Expr, attributes: ObjectAttribute[]): Expr | null {
  if (node.type === 'AccessElement') {
    const array = throughProjection(node.base, attributes)
    if (array?.type !== 'Array' || array.elements.some(({ isSplat }) => isSplat)) return null
    return array.elements[node.index]?.value ?? null
  }
  if (node.type !== 'AccessAttribute') return null
  if (node.base) {
    const base = throughProjection(node.base, attributes)
    return base && { ...node, base }
  }
  const makers = attributes.filter(
    (attribute) => attribute.type !== 'ObjectAttributeValue' || attribute.name === node.name,
  )
  const maker = makers.at(-1)
  // What a splat brings depends on the document, so that an attribute counts that is named after it, or a single splat.
  if (maker?.type === 'ObjectAttributeValue') return maker.value
  return maker?.type === 'ObjectSplat' && maker.value.type === 'This' && makers.length === 1 ? node : null
}

const FUNCTIONS = ['lower', 'dateTime'] as const

/** What the dataset could keep an index of; null when an expression is anything else. */
function keyOf(node: Expr, source: Source): OrderKey | null {
  if (node.type === 'FuncCall') {
    const by = node.namespace === 'global' ? FUNCTIONS.find((name) => name === node.name) : undefined
    const [argument] = node.args
    const inner = by && argument ? keyOf(argument, source) : null
    return by && inner?.by === null ? { ...inner, by } : null
  }
  const own = source.projection ? throughProjection(node, source.projection.attributes) : node
  const path = own && attributePath(own)
  // The perspective makes `_originalId`; no stored document has it.
  return path && path[0] !== '_originalId' ? { path, by: null } : null
}

/** An order that the dataset may have an index of; `isLast` when nothing else decides. */
type Order = { key: OrderKey; descending: boolean; isLast: boolean }

/** In which an answer comes that nobody has put in order. */
const BY_ID: Order = { key: { path: ['_id'], by: null }, descending: false, isLast: true }

/**
 * The documents of an order, when the first `count` that a filter holds for are likely to be found there by looking at
 * fewer than the candidates are; `most` says how many these are. Null otherwise.
 */
function walkOf(
  order: Order,
  count: number,
  candidates: Candidates | null,
  scope: Scope,
): { ranked: Iterable<Ranked>; most: number } | null {
  const { view } = scope.context
  if (candidates && candidates.size === undefined) return null
  const types = candidates?.types ?? null
  const all = types ? types.reduce((sum, type) => sum + view.idsOfType(type).size, 0) : view.size
  const most = candidates?.size ?? all
  // One of `all / most` documents in the order is a candidate.
  if (most * most <= count * all) return null
  const ranked = view.inOrder({ key: order.key, types, descending: order.descending })
  // Maybe it was made for this.
  scope.context.budget.look()
  return ranked ? { ranked, most } : null
}

/**
 * The first `count` documents in an order that a filter holds for, and those that equal the last where another key follows;
 * null when they are sooner found among the candidates.
 */
function firstInOrder(
  filter: Expr,
  order: Order,
  count: number,
  candidates: Candidates | null,
  scope: Scope,
): Leaf[] | null {
  const walk = walkOf(order, count, candidates, scope)
  if (!walk) return null
  const found: Leaf[] = []
  let last: unknown
  let looked = 0
  for (const { document, value } of walk.ranked) {
    if (found.length >= count && (order.isLast || totalCompare(value, last) !== 0)) break
    if (looked++ >= walk.most) return null
    const item = documentLeaf(scope.context, document)
    if (!isTrue(scope.nested(item).evaluate(filter))) continue
    found.push(item)
    last = value
  }
  return found
}

function leadingOfFilter(node: Filter, count: number, scope: Scope): Traced[] | null {
  const { base, expr } = node
  if (base.type !== 'Everything') return null
  const candidates = candidatesFor(expr, scope)
  const found = firstInOrder(expr, BY_ID, count, candidates, scope)
  // What has the same value wherever it stands is remembered by who evaluates it.
  return found ?? (isClosedQuery(node) ? null : filterCandidates(expr, candidates, scope))
}

/**
 * The first `count` items of `*[…]`, of `*[…]{…} | order(…)`, and of what projections make of them, looking at no more
 * documents than that takes: they come from an index in the order of the first key. Maybe more than these where that isn't
 * less work; null when the expression isn't of this form.
 */
export function leadingItems(node: Expr, count: number, scope: Scope): Traced[] | null {
  const answer = scope.context.answered.get(node)
  if (answer) return itemsOf(answer)
  if (node.type === 'Filter') return leadingOfFilter(node, count, scope)
  if (node.type === 'Map') {
    const items = leadingItems(node.base, count, scope)?.slice(0, count)
    return items?.map((item) => scope.hiddenNested(item).evaluate(node.expr)) ?? null
  }
  if (node.type !== 'PipeFuncCall' || node.name !== 'order') return null
  const source = sourceOf(node.base)
  const [first, ...others] = node.args
  if (!source || !first) return null
  const { filter, projection } = source
  const key = keyOf(first.type === 'Desc' || first.type === 'Asc' ? first.base : first, source)
  if (!key) return null
  const order: Order = { key, descending: first.type === 'Desc', isLast: others.length === 0 }
  const found = firstInOrder(filter.expr, order, count, candidatesFor(filter.expr, scope), scope)
  const items = projection ? found?.map((item) => scope.hiddenNested(item).evaluate(projection.expr)) : found
  return items ? itemsOf(callPipeFunction('order', node.args, items, scope)) : null
}
