import { notImplemented } from '../errors.ts'
import type { Expr, Filter, ObjectAttribute, Slice } from './ast.ts'
import { dereference, getAllDocuments } from './documents.ts'
import { callFunction } from './functions.ts'
import { checkPattern, runGroqJs, toValueNode } from './groqJs.ts'
import { callPipeFunction } from './pipeFunctions.ts'
import type { Scope } from './scope.ts'
import { matchesTextQuery, TextQuery } from './textQuery.ts'
import {
  createLeaf,
  FALSE,
  getField,
  getFields,
  getItems,
  isFalse,
  isObjectValue,
  isTrue,
  NULL,
  TRUE,
  type Traced,
  toData,
} from './traced.ts'

/** Evaluates `base[expr]`. */
function evaluateFilter(node: Filter, scope: Scope): Traced {
  const items = getItems(evaluate(node.base, scope))
  if (!items) return NULL
  return {
    kind: 'array',
    items: items.filter((item) => isTrue(evaluate(node.expr, scope.createNested(item)))),
  }
}

function buildObject(attributes: ObjectAttribute[], scope: Scope): Traced {
  const fields = new Map<string, Traced>()
  for (const attribute of attributes) {
    if (attribute.type === 'ObjectAttributeValue') {
      fields.set(attribute.name, evaluate(attribute.value, scope))
      continue
    }
    if (attribute.type === 'ObjectConditionalSplat' && !isTrue(evaluate(attribute.condition, scope))) continue
    for (const [name, field] of getFields(evaluate(attribute.value, scope)) ?? []) fields.set(name, field)
  }
  return { kind: 'object', fields }
}

function sliceItems(value: Traced, { left, right, isInclusive }: Slice): Traced {
  const items = getItems(value)
  if (!items) return NULL
  const fromStart = (index: number) => Math.max(index < 0 ? items.length + index : index, 0)
  const end = (right < 0 ? items.length + right : right) + (isInclusive ? 1 : 0)
  return { kind: 'array', items: items.slice(fromStart(left), Math.max(end, 0)) }
}

function buildArray(elements: { value: Expr; isSplat: boolean }[], scope: Scope): Traced {
  const items = elements.flatMap(({ value, isSplat }) => {
    const result = evaluate(value, scope)
    return isSplat ? (getItems(result) ?? []) : [result]
  })
  return { kind: 'array', items }
}

/** Evaluates `left op right`. The items of concatenated arrays retain their sources. */
function evaluateOperator(op: string, left: Traced, right: Traced): Traced {
  if (op === 'match' && right.kind === 'leaf' && right.data instanceof TextQuery) {
    return createLeaf(matchesTextQuery(toData(left), right.data))
  }
  if (op === 'match') checkPattern(toData(right))
  const [leftItems, rightItems] = op === '+' ? [getItems(left), getItems(right)] : []
  if (leftItems && rightItems) return { kind: 'array', items: leftItems.concat(rightItems) }
  return createLeaf(runGroqJs({ type: 'OpCall', op, left: toValueNode(left), right: toValueNode(right) }))
}

function evaluateAnd(left: Traced, evaluateRight: () => Traced): Traced {
  if (isFalse(left)) return FALSE
  const right = evaluateRight()
  if (isFalse(right)) return FALSE
  return isTrue(left) && isTrue(right) ? TRUE : NULL
}

function evaluateOr(left: Traced, evaluateRight: () => Traced): Traced {
  if (isTrue(left)) return TRUE
  const right = evaluateRight()
  if (isTrue(right)) return TRUE
  return isFalse(left) && isFalse(right) ? FALSE : NULL
}

function getParentValue(scope: Scope, levels: number): Traced {
  let current: Scope | null = scope
  for (let level = 0; level < levels && current; level++) current = current.parent
  return current?.value ?? NULL
}

/**
 * Evaluates a query's syntax tree (https://sanity-io.github.io/GROQ/). In a traced context, values that are read from
 * documents record their sources. Operators and functions on plain values run in groq-js. Throws an ApiError: 400 for a
 * pattern with too many wildcards, 501 for an unimplemented function or node, 408 after the deadline.
 */
export function evaluate(node: Expr, scope: Scope): Traced {
  scope.context.deadline.check()
  switch (node.type) {
    case 'This':
      return scope.value
    case 'Everything':
      return getAllDocuments(scope)
    case 'Parent':
      return getParentValue(scope, node.n)
    case 'Value':
      return createLeaf(node.value)
    case 'AccessAttribute':
      return getField(node.base ? evaluate(node.base, scope) : scope.value, node.name)
    case 'AccessElement':
      return getItems(evaluate(node.base, scope))?.at(node.index) ?? NULL
    case 'Slice':
      return sliceItems(evaluate(node.base, scope), node)
    case 'Filter':
      return evaluateFilter(node, scope)
    case 'Projection': {
      const base = evaluate(node.base, scope)
      return isObjectValue(base) ? evaluate(node.expr, scope.createNested(base)) : NULL
    }
    case 'Map': {
      const items = getItems(evaluate(node.base, scope))
      if (!items) return NULL
      return { kind: 'array', items: items.map((item) => evaluate(node.expr, scope.createHidden(item))) }
    }
    case 'FlatMap': {
      const items = getItems(evaluate(node.base, scope))
      if (!items) return NULL
      const results = items.map((item) => evaluate(node.expr, scope.createHidden(item)))
      return { kind: 'array', items: results.flatMap((result) => getItems(result) ?? [result]) }
    }
    case 'ArrayCoerce': {
      const base = evaluate(node.base, scope)
      return getItems(base) ? base : NULL
    }
    case 'Deref':
      return dereference(evaluate(node.base, scope), scope)
    case 'Object':
      return buildObject(node.attributes, scope)
    case 'Array':
      return buildArray(node.elements, scope)
    case 'OpCall':
      return evaluateOperator(node.op, evaluate(node.left, scope), evaluate(node.right, scope))
    case 'And':
      return evaluateAnd(evaluate(node.left, scope), () => evaluate(node.right, scope))
    case 'Or':
      return evaluateOr(evaluate(node.left, scope), () => evaluate(node.right, scope))
    case 'Not': {
      const base = evaluate(node.base, scope)
      return isTrue(base) ? FALSE : isFalse(base) ? TRUE : NULL
    }
    case 'Neg':
    case 'Pos':
      return createLeaf(runGroqJs({ type: node.type, base: toValueNode(evaluate(node.base, scope)) }))
    case 'Group':
      return evaluate(node.base, scope)
    case 'FuncCall':
      return callFunction(node, scope)
    case 'PipeFuncCall': {
      const items = getItems(evaluate(node.base, scope))
      return items ? callPipeFunction(node.name, node.args, items, scope) : NULL
    }
    case 'Select': {
      const chosen = node.alternatives.find(({ condition }) => isTrue(evaluate(condition, scope)))
      const value = chosen?.value ?? node.fallback
      return value ? evaluate(value, scope) : NULL
    }
    case 'InRange': {
      const [base, left, right] = [node.base, node.left, node.right].map((part) =>
        toValueNode(evaluate(part, scope)),
      )
      return createLeaf(runGroqJs({ ...node, base, left, right }))
    }
    case 'Asc':
    case 'Desc':
    case 'Parameter':
      return NULL
    case 'Context':
    case 'Tuple':
    case 'SelectorFuncCall':
    case 'SelectorNested':
      throw notImplemented(`The GROQ node "${node.type}"`)
  }
}
