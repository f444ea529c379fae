import { totalCompare } from '../compare.ts'
import type { OrderKey } from '../sortedIndex.ts'
import type { Expr, Filter, ObjectAttribute } from './ast.ts'
import { attributePath, typesOf } from './narrow.ts'
import { callPipeFunction } from './pipeFunctions.ts'
import { documentLeaf, type Scope } from './scope.ts'
import { isTrue, itemsOf, type Traced } from './traced.ts'

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

/**
 * The first `count` items of `*[…]{…} | order(…)`, and of what projections make of them, looking at no more documents
 * than that takes: they come from an index in the order of the first key. Null when the expression isn't of this form,
 * or another index leaves fewer documents to look at.
 */
export function leadingItems(node: Expr, count: number, scope: Scope): Traced[] | null {
  if (node.type === 'Map') {
    const items = leadingItems(node.base, count, scope)
    return items?.map((item) => scope.hiddenNested(item).evaluate(node.expr)) ?? null
  }
  if (node.type !== 'PipeFuncCall' || node.name !== 'order') return null
  const source = sourceOf(node.base)
  const [first, ...others] = node.args
  if (!source || !first) return null
  const descending = first.type === 'Desc'
  const key = keyOf(first.type === 'Desc' || first.type === 'Asc' ? first.base : first, source)
  const types = key && typesOf(source.filter.expr, scope)
  const ranked =
    types === undefined || !key ? undefined : scope.context.view.inOrder({ key, types, descending })
  if (!ranked) return null
  const found: Traced[] = []
  let last: unknown
  for (const { document, value } of ranked) {
    // Where other keys follow, the last value's documents are needed to the end.
    if (found.length >= count && (others.length === 0 || totalCompare(value, last) !== 0)) break
    const item = documentLeaf(scope.context, document)
    if (!isTrue(scope.nested(item).evaluate(source.filter.expr))) continue
    found.push(source.projection ? scope.hiddenNested(item).evaluate(source.projection.expr) : item)
    last = value
  }
  return itemsOf(callPipeFunction('order', node.args, found, scope))?.slice(0, count) ?? null
}
