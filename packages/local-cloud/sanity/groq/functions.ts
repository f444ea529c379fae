import { type DateTimeValue, delegate, isDateTime } from '../compare.ts'
import { notImplemented } from '../errors.ts'
import { isVersionId, publishedIdOf, releaseOf } from '../ids.ts'
import { referencedIds } from '../references.ts'
import { TextQuery } from '../textQuery.ts'
import type { Expr, FuncCall } from './ast.ts'
import { deref, documentById, everything } from './documents.ts'
import type { Scope } from './scope.ts'
import { FALSE, fieldOf, itemsOf, leaf, lengthOf, NULL, TRUE, type Traced, toData, typeOf } from './traced.ts'

type Implementation = (args: Expr[], scope: Scope) => Traced

function argument(args: Expr[], index: number, scope: Scope): Traced {
  const arg = args[index]
  return arg ? scope.evaluate(arg) : NULL
}

function references(args: Expr[], scope: Scope): Traced {
  const targets = targetsOf(scope.value)
  for (const arg of args) {
    const value = scope.evaluate(arg)
    if (targets.size > 0 && refersTo(targets, value)) return TRUE
  }
  return FALSE
}

/** The ids that a value refers to. */
function targetsOf(value: Traced): ReadonlySet<string> {
  if (value.kind === 'leaf') return referencedIds(value.data)
  const ref = toData(fieldOf(value, '_ref'))
  if (typeof ref === 'string') return referencedIds(toData(value))
  const targets = new Set<string>()
  for (const part of value.kind === 'array' ? value.items : value.fields.values()) {
    for (const target of targetsOf(part)) targets.add(target)
  }
  return targets
}

function refersTo(targets: ReadonlySet<string>, value: Traced): boolean {
  const ids = itemsOf(value) ?? [value]
  return ids.some((item) => {
    const id = toData(item)
    return typeof id === 'string' && targets.has(id)
  })
}

function unique(value: Traced): Traced {
  const items = itemsOf(value)
  if (!items) return NULL
  const seen = new Set<unknown>()
  return {
    kind: 'array',
    items: items.filter((item) => {
      const data = toData(item)
      if (typeof data === 'object' && data !== null && !('toJSON' in data)) return true
      const key = typeof data === 'object' ? String(data) : data
      if (seen.has(key)) return false
      seen.add(key)
      return true
    }),
  }
}

/** Whether two arrays have an item in common, as `==` compares: objects and arrays equal nothing. */
function intersects(left: Traced, right: Traced): Traced {
  const [items, others] = [itemsOf(left), itemsOf(right)]
  if (!items || !others) return NULL
  const dates: DateTimeValue[] = []
  const plain = new Set<unknown>()
  for (const item of items) {
    const data = toData(item) ?? null
    if (isDateTime(data)) dates.push(data)
    else if (typeof data !== 'object' || data === null) plain.add(data)
  }
  return others.some((item) => {
    const data = toData(item) ?? null
    if (!isDateTime(data)) return plain.has(data)
    return dates.some((date) => date.equals(data))
  })
    ? TRUE
    : FALSE
}

function split(text: unknown, separator: unknown): Traced {
  if (typeof text !== 'string' || typeof separator !== 'string') return NULL
  const parts = separator === '' ? [...text] : text === '' ? [] : text.split(separator)
  return leaf(parts)
}

function idOfThis(scope: Scope): string | null {
  const original = toData(fieldOf(scope.value, '_originalId'))
  const id = typeof original === 'string' ? original : toData(fieldOf(scope.value, '_id'))
  return typeof id === 'string' ? id : null
}

/** How many other documents of the view hold a reference to this one. */
function incomingReferences(scope: Scope): Traced {
  scope.context.reads.everything = true
  const id = toData(fieldOf(scope.value, '_id'))
  if (typeof id !== 'string') return NULL
  let count = 0
  for (const referrer of scope.context.view.referrersOf(publishedIdOf(id))) {
    const document = scope.context.view.get(referrer)
    if (document && referencedIds(document).has(publishedIdOf(id))) count++
  }
  return leaf(count)
}

/** `documents::get`: a document by a reference, a global document reference to this dataset, or an id. */
function getDocument(value: Traced, scope: Scope): Traced {
  const data = toData(value)
  if (typeof data === 'string') return documentById(data, scope)
  const ref = toData(fieldOf(value, '_ref'))
  if (typeof ref !== 'string') return NULL
  const local = `dataset:${scope.context.projectId}.${scope.context.dataset}:`
  return ref.startsWith(local) ? documentById(ref.slice(local.length), scope) : deref(value, scope)
}

function versionOf(value: Traced, scope: Scope): Traced {
  const wanted = toData(value)
  const id = idOfThis(scope)
  if (typeof wanted !== 'string' || id === null) return NULL
  return leaf(publishedIdOf(id) === publishedIdOf(wanted))
}

const IMPLEMENTATIONS: Record<string, Implementation> = {
  'global::coalesce': (args, scope) => {
    for (const arg of args) {
      const value = scope.evaluate(arg)
      if (typeOf(value) !== 'null') return value
    }
    return NULL
  },
  'global::count': (args, scope) => leaf(lengthOf(argument(args, 0, scope))),
  'global::defined': (args, scope) => (typeOf(argument(args, 0, scope)) === 'null' ? FALSE : TRUE),
  'global::references': references,
  'array::compact': (args, scope) => {
    const items = itemsOf(argument(args, 0, scope))
    if (!items) return NULL
    return { kind: 'array', items: items.filter((item) => typeOf(item) !== 'null') }
  },
  'array::intersects': (args, scope) => intersects(argument(args, 0, scope), argument(args, 1, scope)),
  'string::split': (args, scope) => split(toData(argument(args, 0, scope)), toData(argument(args, 1, scope))),
  'array::unique': (args, scope) => unique(argument(args, 0, scope)),
  'documents::get': (args, scope) => getDocument(argument(args, 0, scope), scope),
  'documents::incomingRefCount': (_args, scope) => incomingReferences(scope),
  'releases::all': (_args, scope) => {
    scope.context.reads.types.add('system.release')
    const items = itemsOf(everything(scope)) ?? []
    return {
      kind: 'array',
      items: items.filter((item) => toData(fieldOf(item, '_type')) === 'system.release'),
    }
  },
  'sanity::versionOf': (args, scope) => versionOf(argument(args, 0, scope), scope),
  'sanity::partOfRelease': (args, scope) => {
    const release = toData(argument(args, 0, scope))
    const id = idOfThis(scope)
    if (typeof release !== 'string' || id === null) return NULL
    return leaf(isVersionId(id) && releaseOf(id) === release)
  },
  'text::query': (args, scope) => {
    const query = toData(argument(args, 0, scope))
    return typeof query === 'string' ? leaf(new TextQuery(query)) : NULL
  },
  'user::attributes': () => ({ kind: 'object', fields: new Map() }),
}

/** Functions of plain values whose exact rules groq-js has. */
const DELEGATED = new Set([
  ...['dateTime', 'identity', 'length', 'lower', 'now', 'path', 'round', 'string', 'upper'].map(
    (name) => `global::${name}`,
  ),
  ...['lower', 'upper', 'startsWith'].map((name) => `string::${name}`),
  'array::join',
  ...['min', 'max', 'sum', 'avg'].map((name) => `math::${name}`),
  ...['projectId', 'dataset'].map((name) => `sanity::${name}`),
  'dateTime::now',
  'pt::text',
])

/**
 * Calls a function (https://www.sanity.io/docs/specifications/groq-functions). Throws an ApiError (501) that names one
 * the lake doesn't have.
 */
export function callFunction(node: FuncCall, scope: Scope): Traced {
  const name = `${node.namespace}::${node.name}`
  const implementation = IMPLEMENTATIONS[name]
  if (implementation) return implementation(node.args, scope)
  if (!DELEGATED.has(name)) throw notImplemented(`The GROQ function ${name}`)
  const { timestamp, identity, projectId, dataset } = scope.context
  const args = node.args.map((arg) => ({ type: 'Value', value: toData(scope.evaluate(arg)) }))
  // No number has more digits than that; the vendor's own evaluator fails on it.
  if (name === 'global::round' && Number(args[1]?.value) > 100) return leaf(args[0]?.value)
  return leaf(delegate({ ...node, args }, { timestamp, identity, sanity: { projectId, dataset } }))
}
