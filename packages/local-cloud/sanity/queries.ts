import { Deadline, DeadlineExceeded } from './deadline.ts'
import { ApiError } from './errors.ts'
import type { Expr } from './groq/ast.ts'
import { evaluate } from './groq/evaluate.ts'
import { parseQuery, queryParseError } from './groq/parse.ts'
import { type Context, createDocumentLeaf, Scope } from './groq/scope.ts'
import { buildSourceMap, type ContentSourceMap } from './groq/sourceMap.ts'
import { isTrue, NULL, type Traced, toData } from './groq/traced.ts'
import { createView, type Documents, type Perspective } from './perspectives.ts'
import { computeSyncTags } from './syncTags.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, type JsonObject } from './values.ts'

/** A query with everything that decides its result. */
export type QueryRequest = {
  query: string
  params?: JsonObject
  perspective?: Perspective
  identity: Identity
  /** Whether to return a Content Source Map, and whether it names array items by key. */
  resultSourceMap?: boolean | 'withKeyArraySelector'
}

/** A query's response; `ms` is its duration in milliseconds. */
export type QueryResult = {
  result: unknown
  syncTags: string[]
  ms: number
  resultSourceMap?: ContentSourceMap
}

/** For filters of listeners and webhooks, which see every document. */
const SYSTEM: Identity = { id: 'system', name: 'System', email: '', roles: ['administrator'] }

function createContext(
  documents: Documents,
  perspective: Perspective,
  identity: Identity,
  deadline: Deadline,
  trace = false,
): Context {
  return {
    view: createView(documents, perspective, identity),
    identity: identity?.id ?? '<anonymous>',
    dataset: documents.name,
    timestamp: new Date(),
    evaluate,
    trace,
    reads: { ids: new Set(), types: new Set(), everything: false },
    deadline,
  }
}

function toJson(value: Traced): unknown {
  return JSON.parse(JSON.stringify(toData(value) ?? null))
}

function evaluateTree(query: string, tree: Expr, scope: Scope): Traced {
  try {
    return evaluate(tree, scope)
  } catch (error) {
    // Only a query's own nesting overflows the stack.
    const isStackOverflow = error instanceof RangeError && error.message.includes('call stack')
    if (isStackOverflow) throw queryParseError(query, 'The query nests too deeply', 0, query.length)
    throw error
  }
}

/** Runs a query's evaluation. Throws an ApiError (408) instead of a DeadlineExceeded. */
export function runWithinDeadline<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    const { message } = error
    throw new ApiError(408, message, { error: { type: 'queryTimeoutError', description: message } })
  }
}

/**
 * Runs a query. The default perspective is `raw`; the HTTP route passes the API version's own. Throws an ApiError: 400 for a
 * query that can't be parsed, 408 after the deadline, 501 for a function without an implementation.
 */
export function runQuery(
  documents: Documents,
  request: QueryRequest,
  deadline = new Deadline(),
): QueryResult {
  const { query, params = {}, perspective = 'raw', identity, resultSourceMap = false } = request
  const started = performance.now()
  return runWithinDeadline(() => {
    const context = createContext(documents, perspective, identity, deadline, resultSourceMap !== false)
    const value = evaluateTree(query, parseQuery(query, params), new Scope(context, NULL))
    const result = toJson(value)
    const sourceMap = context.trace ? buildSourceMap(value, resultSourceMap === 'withKeyArraySelector') : null
    return {
      result,
      syncTags: computeSyncTags(context.reads, perspective),
      ms: Math.round(performance.now() - started),
      ...(sourceMap ? { resultSourceMap: sourceMap } : {}),
    }
  })
}

/** The condition of `*[condition]`, without the pipes, slices and projections after it; null when there is none. */
function extractFilter(tree: Expr): Expr | null {
  switch (tree.type) {
    case 'Everything':
      return { type: 'Value', value: true }
    case 'Filter': {
      const inner = extractFilter(tree.base)
      return inner ? { type: 'And', left: inner, right: tree.expr } : null
    }
    case 'Group':
    case 'Slice':
    case 'AccessElement':
    case 'PipeFuncCall':
    case 'Projection':
    case 'Map':
    case 'ArrayCoerce':
    case 'FlatMap':
      return extractFilter(tree.base)
    default:
      return null
  }
}

export type DocumentFilter = (document: SanityDocument, documents: Documents, deadline?: Deadline) => boolean

/**
 * Compiles a listener's query, `*[…]`, into a test of single documents (https://www.sanity.io/docs/http-reference/listen: only
 * the filter counts). Throws an ApiError (400) for a query without a filter of the dataset.
 */
export function compileListenFilter(query: string, params: JsonObject = {}): DocumentFilter {
  const condition = extractFilter(parseQuery(query, params))
  if (!condition)
    throw queryParseError(query, 'A listener needs a query of the form *[filter]', 0, query.length)
  return (document, documents, deadline = new Deadline()) => {
    const context = createContext(documents, 'raw', SYSTEM, deadline)
    const root = new Scope(context, NULL)
    return isTrue(evaluate(condition, root.nested(createDocumentLeaf(context, document))))
  }
}

/** The two states of a changed document; null where it does not exist. */
export type Change = { before: SanityDocument | null; after: SanityDocument | null }

function createScope(change: Change, documents: Documents): Scope {
  const context = createContext(documents, 'raw', SYSTEM, new Deadline())
  const document = change.after ?? change.before
  const value = document ? createDocumentLeaf(context, document) : NULL
  return new Scope(context, value).nested(value)
}

/**
 * Whether a webhook's filter holds for a change (https://www.sanity.io/docs/content-lake/webhooks): it is evaluated for the
 * document after the change, or before a deletion. The empty filter always holds. Throws an ApiError (400) when it can't be
 * parsed; `before()`, `after()` and `delta::` are not supported.
 */
export function matchesChange(filter: string, change: Change, documents: Documents): boolean {
  return filter.trim() === '' || isTrue(evaluate(parseQuery(filter), createScope(change, documents)))
}

/** A webhook's body: its projection of the changed document, or the document itself. */
export function projectDocument(projection: string, change: Change, documents: Documents): unknown {
  const scope = createScope(change, documents)
  return toJson(projection.trim() === '' ? scope.value : evaluate(parseQuery(projection), scope))
}

/**
 * The ids of the documents that a query over the raw dataset finds and the caller may read. Throws as `runQuery` does.
 */
export function findIds(documents: Documents, request: QueryRequest): string[] {
  const { result } = runQuery(documents, request)
  const found = Array.isArray(result) ? result : [result]
  return found.map((item) => (isObject(item) ? item._id : item)).filter((id) => typeof id === 'string')
}
