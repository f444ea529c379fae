import { compareData, delegate } from '../compare.ts'
import { notImplemented } from '../errors.ts'
import type { Expr, Filter, ObjectAttribute, Slice } from './ast.ts'
import { deref, everything } from './documents.ts'
import { filterDataset, filterItems } from './filter.ts'
import { callFunction } from './functions.ts'
import { binaryOperator } from './operators.ts'
import { callPipeFunction } from './pipeFunctions.ts'
import type { Scope } from './scope.ts'
import {
  FALSE,
  fieldOf,
  fieldsOf,
  isFalse,
  isTrue,
  itemAt,
  itemsOf,
  leaf,
  lengthOf,
  NULL,
  TRUE,
  type Traced,
  toData,
  typeOf,
} from './traced.ts'

function filter(node: Filter, scope: Scope): Traced {
  if (node.base.type === 'Everything') return { kind: 'array', items: filterDataset(node.expr, scope) }
  const items = itemsOf(evaluate(node.base, scope))
  return items ? { kind: 'array', items: filterItems(node.expr, items, scope) } : NULL
}

function addFields(fields: Map<string, Traced>, value: Traced): void {
  const added = fieldsOf(value)
  if (!added) return
  for (const [name, field] of added) {
    // A splat moves a field it overwrites to where the splat stands.
    fields.set(name, field)
  }
}

function objectOf(attributes: ObjectAttribute[], scope: Scope): Traced {
  const fields = new Map<string, Traced>()
  for (const attribute of attributes) {
    switch (attribute.type) {
      case 'ObjectAttributeValue':
        fields.set(attribute.name, evaluate(attribute.value, scope))
        break
      case 'ObjectSplat':
        addFields(fields, evaluate(attribute.value, scope))
        break
      case 'ObjectConditionalSplat':
        if (isTrue(evaluate(attribute.condition, scope))) {
          addFields(fields, evaluate(attribute.value, scope))
        }
        break
    }
  }
  return { kind: 'object', fields }
}

function slice(value: Traced, { left, right, isInclusive }: Slice): Traced {
  const length = lengthOf(value)
  if (length === null) return NULL
  const fromStart = (index: number) => (index < 0 ? length + index : index)
  const start = Math.max(fromStart(left), 0)
  const end = Math.min(Math.max(fromStart(right) + (isInclusive ? 1 : 0), start), length)
  return { kind: 'array', items: itemsOf(value, start, end) ?? [] }
}

function arrayOf(elements: { value: Expr; isSplat: boolean }[], scope: Scope): Traced {
  const items: Traced[] = []
  for (const { value, isSplat } of elements) {
    const result = evaluate(value, scope)
    if (!isSplat) items.push(result)
    else {
      const parts = itemsOf(result) ?? []
      // An array may have more items than a call can have arguments.
      for (const part of parts) items.push(part)
    }
  }
  return { kind: 'array', items }
}

function inRange(value: Traced, left: Traced, right: Traced, isInclusive: boolean): Traced {
  const fromLeft = compareData(toData(value), toData(left))
  const fromRight = compareData(toData(value), toData(right))
  if (fromLeft === null || fromRight === null) return NULL
  return fromLeft >= 0 && (isInclusive ? fromRight <= 0 : fromRight < 0) ? TRUE : FALSE
}

function both(left: Traced, evaluateRight: () => Traced): Traced {
  if (isFalse(left)) return FALSE
  const right = evaluateRight()
  if (isFalse(right)) return FALSE
  return isTrue(left) && isTrue(right) ? TRUE : NULL
}

function either(left: Traced, evaluateRight: () => Traced): Traced {
  if (isTrue(left)) return TRUE
  const right = evaluateRight()
  if (isTrue(right)) return TRUE
  return isFalse(left) && isFalse(right) ? FALSE : NULL
}

function parentValue(scope: Scope, levels: number): Traced {
  let current: Scope | null = scope
  for (let level = 0; level < levels && current; level++) current = current.parent
  return current?.value ?? NULL
}

/**
 * Evaluates a query's syntax tree as the GROQ specification says (https://sanity-io.github.io/GROQ/), keeping for every
 * value the place it was read from. Throws an ApiError (501) on functions the lake doesn't have, and a DeadlineExceeded after
 * the context's deadline.
 */
export function evaluate(node: Expr, scope: Scope): Traced {
  scope.context.deadline.check()
  switch (node.type) {
    case 'This':
      return scope.value
    case 'Everything':
      scope.context.reads.everything = true
      return everything(scope)
    case 'Parent':
      return parentValue(scope, node.n)
    case 'Value':
      return leaf(node.value)
    case 'AccessAttribute':
      return fieldOf(node.base ? evaluate(node.base, scope) : scope.value, node.name)
    case 'AccessElement':
      return itemAt(evaluate(node.base, scope), node.index)
    case 'Slice':
      return slice(evaluate(node.base, scope), node)
    case 'Filter':
      return filter(node, scope)
    case 'Projection': {
      const base = evaluate(node.base, scope)
      return typeOf(base) === 'object' ? evaluate(node.expr, scope.nested(base)) : NULL
    }
    case 'Map': {
      const items = itemsOf(evaluate(node.base, scope))
      if (!items) return NULL
      return { kind: 'array', items: items.map((item) => evaluate(node.expr, scope.hiddenNested(item))) }
    }
    case 'FlatMap': {
      const items = itemsOf(evaluate(node.base, scope))
      if (!items) return NULL
      const found: Traced[] = []
      for (const item of items) {
        const result = evaluate(node.expr, scope.hiddenNested(item))
        const parts = itemsOf(result) ?? [result]
        for (const part of parts) found.push(part)
      }
      return { kind: 'array', items: found }
    }
    case 'ArrayCoerce': {
      const base = evaluate(node.base, scope)
      return typeOf(base) === 'array' ? base : NULL
    }
    case 'Deref':
      return deref(evaluate(node.base, scope), scope)
    case 'Object':
      return objectOf(node.attributes, scope)
    case 'Array':
      return arrayOf(node.elements, scope)
    case 'OpCall':
      return binaryOperator(node.op, evaluate(node.left, scope), evaluate(node.right, scope))
    case 'And':
      return both(evaluate(node.left, scope), () => evaluate(node.right, scope))
    case 'Or':
      return either(evaluate(node.left, scope), () => evaluate(node.right, scope))
    case 'Not': {
      const base = evaluate(node.base, scope)
      return isTrue(base) ? FALSE : isFalse(base) ? TRUE : NULL
    }
    case 'Neg':
    case 'Pos': {
      const value = toData(evaluate(node.base, scope))
      return leaf(delegate({ type: node.type, base: { type: 'Value', value } }))
    }
    case 'Group':
      return evaluate(node.base, scope)
    case 'FuncCall':
      return callFunction(node, scope)
    case 'PipeFuncCall': {
      const items = itemsOf(evaluate(node.base, scope))
      return items ? callPipeFunction(node.name, node.args, items, scope) : NULL
    }
    case 'Select': {
      const chosen = node.alternatives.find(({ condition }) => isTrue(evaluate(condition, scope)))
      const value = chosen?.value ?? node.fallback
      return value ? evaluate(value, scope) : NULL
    }
    case 'InRange': {
      const [value, left, right] = [node.base, node.left, node.right].map((part) => evaluate(part, scope))
      return inRange(value ?? NULL, left ?? NULL, right ?? NULL, node.isInclusive)
    }
    case 'Asc':
    case 'Desc':
    case 'Parameter':
      return NULL
    case 'Context':
    case 'Tuple':
    case 'SelectorFuncCall':
    case 'SelectorNested':
      throw notImplemented(`A GROQ ${node.type} outside of a selector`)
  }
}
