import { Deadline } from './deadline.ts'
import type { Expr } from './groq/ast.ts'
import { evaluate } from './groq/evaluate.ts'
import { createQueryParseError, parseQuery } from './groq/parse.ts'
import { type Context, createDocumentLeaf, Scope } from './groq/scope.ts'
import { buildSourceMap } from './groq/sourceMap.ts'
import { isTrue, NULL, type Traced, toData } from './groq/traced.ts'
import { createView, type Documents, type Perspective } from './perspectives.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, type JsonObject } from './values.ts'

/** A query with its parameters and options. */
export type QueryRequest = {
  query: string
  params?: JsonObject
  perspective?: Perspective
  identity: Identity
  /** Whether to return a Content Source Map. */
  resultSourceMap?: boolean
}

/**
 * The sync tag of every query's result (https://www.sanity.io/docs/content-lake/live-content-api). Each change invalidates
 * it. The hosted service has several tags per query.
 */
export const SYNC_TAG = 's1:all'

/** The caller for listener filters, and for webhook filters and projections. It may read every document. */
const SYSTEM_IDENTITY: Identity = { id: 'system', role: 'administrator' }

function createContext(
  documents: Documents,
  perspective: Perspective,
  identity: Identity,
  deadline: Deadline,
  { isTraced = false } = {},
): Context {
  return {
    view: createView(documents, perspective, identity),
    identity: identity?.id ?? '<anonymous>',
    dataset: documents.name,
    timestamp: new Date(),
    evaluate,
    isTraced,
    deadline,
  }
}

/** Syntax that groq-js evaluates with regular expressions and array functions, so a single step can be slow. */
const longSteps = /\bmatch\b|\bpath\b|::/

/** Whether each step of a query is sure to be fast. Long queries, many projections and pattern matching can be slow. */
function isQuick(query: string, params: JsonObject): boolean {
  const hasShortText = query.length <= 500 && query.split('{').length <= 4
  return hasShortText && !longSteps.test(query) && JSON.stringify(params).length <= 2000
}

/** Calls `run`, which parses or evaluates a query. Interrupts it at the deadline if a single step could be slow. */
function runUntil<Result>(deadline: Deadline, query: string, params: JsonObject, run: () => Result): Result {
  return isQuick(query, params) ? run() : deadline.interrupt(run)
}

function toPlainJson(value: Traced): unknown {
  return JSON.parse(JSON.stringify(toData(value) ?? null))
}

function evaluateTree(query: string, tree: Expr, scope: Scope): Traced {
  try {
    return evaluate(tree, scope)
  } catch (error) {
    // Only deep nesting of the query overflows the stack.
    const isStackOverflow = error instanceof RangeError && error.message.includes('call stack')
    if (isStackOverflow) throw createQueryParseError(query, 'The query is nested too deeply')
    throw error
  }
}

/**
 * Runs a query. In the result, `ms` is the duration in milliseconds. The default perspective is `raw`; the HTTP route
 * passes the API version's default. Throws an ApiError: 400 for a query that can't be parsed or has a pattern with too
 * many wildcards, 408 after the deadline, 501 for a function without an implementation.
 */
export function runQuery(documents: Documents, request: QueryRequest, deadline = new Deadline()) {
  const { query, params = {} } = request
  return runUntil(deadline, query, params, () => evaluateQuery(documents, request, deadline))
}

function evaluateQuery(documents: Documents, request: QueryRequest, deadline: Deadline) {
  const { query, params = {}, perspective = 'raw', identity, resultSourceMap = false } = request
  const startedAtMs = performance.now()
  const context = createContext(documents, perspective, identity, deadline, {
    isTraced: resultSourceMap,
  })
  const value = evaluateTree(query, parseQuery(query, params), new Scope(context, NULL))
  return {
    result: toPlainJson(value),
    syncTags: [SYNC_TAG],
    ms: Math.round(performance.now() - startedAtMs),
    ...(context.isTraced ? { resultSourceMap: buildSourceMap(value) } : {}),
  }
}

/** The condition in `*[condition]`, ignoring pipes, slices and projections; true for `*`, null for other queries. */
function extractFilter(tree: Expr): Expr | null {
  switch (tree.type) {
    case 'Everything':
      return { type: 'Value', value: true }
    case 'Filter': {
      const baseCondition = extractFilter(tree.base)
      return baseCondition ? { type: 'And', left: baseCondition, right: tree.expr } : null
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
 * Compiles the filter of a listener's query, `*[…]` (https://www.sanity.io/docs/http-reference/listen). Throws an
 * ApiError (400) for a query that can't be parsed, or does not select documents with `*`.
 * The returned filter throws the same errors as `runQuery`.
 */
export function compileListenFilter(query: string, params: JsonObject = {}): DocumentFilter {
  const condition = runUntil(new Deadline(), query, params, () => extractFilter(parseQuery(query, params)))
  if (!condition) throw createQueryParseError(query, 'A listener needs a query of the form *[filter]')
  return (document, documents, deadline = new Deadline()) => {
    const context = createContext(documents, 'raw', SYSTEM_IDENTITY, deadline)
    const root = new Scope(context, NULL)
    const scope = root.createNested(createDocumentLeaf(context, document))
    return runUntil(deadline, query, params, () => isTrue(evaluate(condition, scope)))
  }
}

/** A document before and after a change; null when it does not exist. */
export type Change = { before: SanityDocument | null; after: SanityDocument | null }

/** Evaluates a webhook's filter or projection for a change. An empty string returns the document. */
function evaluateRule(query: string, change: Change, documents: Documents): unknown {
  const deadline = new Deadline()
  const context = createContext(documents, 'raw', SYSTEM_IDENTITY, deadline)
  const document = change.after ?? change.before
  const value = document ? createDocumentLeaf(context, document) : NULL
  if (query.trim() === '') return toPlainJson(value)
  const scope = new Scope(context, value).createNested(value)
  return runUntil(deadline, query, {}, () => toPlainJson(evaluate(parseQuery(query), scope)))
}

/**
 * Whether a webhook's filter matches a change (https://www.sanity.io/docs/content-lake/webhooks). The filter is
 * evaluated for the document after the change, or before a deletion. The empty filter matches every change. Throws the
 * same errors as `runQuery`. `before()`, `after()` and `delta::` are not supported.
 */
export function matchesChange(filter: string, change: Change, documents: Documents): boolean {
  return filter.trim() === '' || evaluateRule(filter, change, documents) === true
}

/**
 * Builds a webhook's body: its projection of the document after the change, or before a deletion. The empty projection
 * returns the whole document. Throws the same errors as `matchesChange`.
 */
export function projectDocument(projection: string, change: Change, documents: Documents): unknown {
  return evaluateRule(projection, change, documents)
}

/**
 * Returns the ids of a query's results, which are documents or ids. The default perspective is `raw`. Documents
 * that the caller may not read are omitted. Throws the same errors as `runQuery`.
 */
export function findIds(documents: Documents, request: QueryRequest): string[] {
  const { result } = runQuery(documents, request)
  const results = Array.isArray(result) ? result : [result]
  return results.map((item) => (isObject(item) ? item._id : item)).filter((id) => typeof id === 'string')
}
