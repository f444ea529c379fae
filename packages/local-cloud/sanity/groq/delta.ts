import { notImplemented } from '../errors.ts'
import { deepEqual } from '../values.ts'
import type { Expr, FuncCall } from './ast.ts'
import type { Scope } from './scope.ts'
import { fieldOf, fieldsOf, isTrue, itemsOf, leaf, NULL, type Traced, toData, typeOf } from './traced.ts'

type Path = (string | number)[]
type Found = { path: Path; value: Traced }

function anywhere(found: Found, condition: Expr, scope: Scope): Found[] {
  const items = itemsOf(found.value)
  if (items) {
    return items.flatMap((value, index) =>
      anywhere({ path: [...found.path, index], value }, condition, scope),
    )
  }
  const fields = fieldsOf(found.value)
  if (!fields) return []
  const here = isTrue(scope.hiddenNested(found.value).evaluate(condition)) ? [found] : []
  const below = [...fields].flatMap(([name, value]) =>
    anywhere({ path: [...found.path, name], value }, condition, scope),
  )
  return [...here, ...below]
}

function itemsFound({ path, value }: Found): Found[] {
  return (itemsOf(value) ?? []).map((item, index) => ({ path: [...path, index], value: item }))
}

/** Everything in a value that a selector selects (https://www.sanity.io/docs/content-lake/delta-groq). */
function select(selector: Expr, found: Found, scope: Scope): Found[] {
  switch (selector.type) {
    case 'This':
      return [found]
    case 'Group':
      return select(selector.base, found, scope)
    case 'Tuple':
      return selector.members.flatMap((member) => select(member, found, scope))
    case 'AccessAttribute': {
      const bases = selector.base ? select(selector.base, found, scope) : [found]
      return bases.map(({ path, value }) => ({
        path: [...path, selector.name],
        value: fieldOf(value, selector.name),
      }))
    }
    case 'ArrayCoerce':
      return select(selector.base, found, scope).flatMap(itemsFound)
    case 'Filter':
      return select(selector.base, found, scope)
        .flatMap(itemsFound)
        .filter(({ value }) => isTrue(scope.nested(value).evaluate(selector.expr)))
    case 'Map':
    case 'FlatMap':
      // The base selects the items already, since a selector names places and not arrays.
      return select(selector.base, found, scope).flatMap((item) => select(selector.expr, item, scope))
    case 'SelectorNested':
      return select(selector.base, found, scope).flatMap((inner) => select(selector.nested, inner, scope))
    case 'SelectorFuncCall':
      return anywhere(found, selector.arg, scope)
    case 'FuncCall': {
      // The parser takes it for a function where it doesn't expect a selector.
      const [condition] = selector.args
      if (selector.name === 'anywhere' && condition) return anywhere(found, condition, scope)
      throw notImplemented(`The GROQ function ${selector.namespace}::${selector.name} as a selector`)
    }
    default:
      throw notImplemented(`A GROQ ${selector.type} as a selector`)
  }
}

function placesIn(selector: Expr, value: Traced, scope: Scope): Path[] {
  return select(selector, { path: [], value }, scope.hiddenNested(value)).map(({ path }) => path)
}

function valueAtPlace(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, segment) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, segment)
        ? Reflect.get(at, segment)
        : undefined,
    value,
  )
}

/** Whether an array on the way to a place became longer or shorter, or stopped being one, so that places moved. */
function isMoved(before: unknown, after: unknown, path: Path): boolean {
  return path.some((segment, index) => {
    if (typeof segment !== 'number') return false
    const [was, is] = [before, after].map((value) => valueAtPlace(value, path.slice(0, index)))
    return !Array.isArray(was) || !Array.isArray(is) || was.length !== is.length
  })
}

// Places are compared one by one, as groq-js does: what stood in an array before an item decides which one it is.
function changedAny(before: Traced, after: Traced, selector: Expr, scope: Scope): boolean {
  const places = placesIn(selector, before, scope)
  if (places.length !== placesIn(selector, after, scope).length) return true
  const [was, is] = [toData(before), toData(after)]
  return places.some(
    (path) =>
      isMoved(was, is, path) || !deepEqual(valueAtPlace(was, path) ?? null, valueAtPlace(is, path) ?? null),
  )
}

/** Paths at which two values differ, as deep as both sides have the same kind. */
function* differences(before: unknown, after: unknown, path: Path = []): Generator<Path> {
  if (deepEqual(before ?? null, after ?? null)) return
  const objects = [before, after].every((side) => typeof side === 'object' && side !== null)
  const sameShape = Array.isArray(before) === Array.isArray(after)
  const sameLength = !Array.isArray(before) || !Array.isArray(after) || before.length === after.length
  if (!objects || !sameShape || !sameLength) {
    yield path
    return
  }
  const left = new Map(Object.entries(before ?? {}))
  const right = new Map(Object.entries(after ?? {}))
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    // Every change touches these two, so they say nothing about what was changed.
    if (path.length === 0 && (key === '_rev' || key === '_updatedAt')) continue
    yield* differences(left.get(key), right.get(key), [...path, Array.isArray(before) ? Number(key) : key])
  }
}

function changedOnly(before: Traced, after: Traced, selector: Expr, scope: Scope): boolean {
  const allowed = placesIn(selector, before, scope)
  for (const path of differences(toData(before), toData(after))) {
    const covered = allowed.some((prefix) => prefix.every((segment, index) => path[index] === segment))
    if (!covered) return false
  }
  return true
}

function operation(before: Traced, after: Traced): Traced {
  const was = typeOf(before) !== 'null'
  const is = typeOf(after) !== 'null'
  if (was) return leaf(is ? 'update' : 'delete')
  return is ? leaf('create') : NULL
}

/** `delta::` and `diff::` functions: what changed between two states of a document. */
export function callDelta(node: FuncCall, scope: Scope): Traced {
  const { before = NULL, after = NULL } = scope.context
  if (node.namespace === 'delta' && node.name === 'operation') return operation(before, after)
  const isDiff = node.namespace === 'diff'
  const [first, second, third] = node.args
  const selector = isDiff ? third : first
  if (!selector || (isDiff && (!first || !second))) throw notImplemented(`${node.namespace}::${node.name}`)
  const left = isDiff && first ? scope.evaluate(first) : before
  const right = isDiff && second ? scope.evaluate(second) : after
  if (node.name === 'changedAny') return leaf(changedAny(left, right, selector, scope))
  if (node.name === 'changedOnly') return leaf(changedOnly(left, right, selector, scope))
  throw notImplemented(`The GROQ function ${node.namespace}::${node.name}`)
}
