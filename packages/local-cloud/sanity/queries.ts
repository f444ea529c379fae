import { Deadline, DeadlineExceeded } from './deadline.ts'
import { ApiError } from './errors.ts'
import type { Expr } from './groq/ast.ts'
import { evaluate } from './groq/evaluate.ts'
import { parseQuery, queryParseError } from './groq/parse.ts'
import { type Context, documentLeaf, Scope } from './groq/scope.ts'
import { type ContentSourceMap, sourceMapOf } from './groq/sourceMap.ts'
import { isTrue, NULL, type Traced, toData } from './groq/traced.ts'
import { type Documents, type Perspective, viewOf } from './perspectives.ts'
import { syncTagsOf } from './syncTags.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, type JsonObject } from './values.ts'

export { syncTagsForChange } from './syncTags.ts'

/** A query with everything that decides its answer. */
export type QueryRequest = {
  query: string
  params?: JsonObject
  perspective?: Perspective
  identity: Identity
  projectId?: string
  /** Whether the versions in releases are seen; they are unless this is false. */
  versions?: boolean
  /** Whether to make a Content Source Map, and whether it names array items by key. */
  resultSourceMap?: boolean | 'withKeyArraySelector'
}

/** An answer; `ms` is how long it took, in milliseconds. */
export type QueryResult = {
  result: unknown
  syncTags: string[]
  ms: number
  resultSourceMap?: ContentSourceMap
}

/** Who sees everything: for filters that the lake itself runs. */
const SYSTEM: Identity = { id: 'system', name: 'System', email: '', roles: ['administrator'] }

function contextFor(
  documents: Documents,
  perspective: Perspective,
  identity: Identity,
  options: { trace?: boolean; projectId?: string; deadline?: Deadline; versions?: boolean } = {},
): Context {
  return {
    view: viewOf(documents, perspective, identity, options.versions),
    identity: identity?.id ?? '<anonymous>',
    projectId: options.projectId ?? 'local',
    dataset: documents.name,
    timestamp: new Date(),
    evaluate,
    trace: options.trace ?? false,
    reads: { ids: new Set(), types: new Set(), everything: false },
    deadline: options.deadline ?? new Deadline(),
  }
}

/** The value as JSON has it: datetimes and paths become texts. */
function asJson(value: Traced): unknown {
  return JSON.parse(JSON.stringify(toData(value) ?? null))
}

/** A query that was evaluated, before it becomes an answer. */
type Evaluated = { value: Traced; syncTags: string[]; sourceMap: ContentSourceMap | undefined }

/** Whether an error means that the stack was too small, which only a query's own nesting can bring about. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

function evaluateTree(query: string, tree: Expr, scope: Scope): Traced {
  try {
    return evaluate(tree, scope)
  } catch (error) {
    if (isStackOverflow(error)) throw queryParseError(query, 'The query nests too deeply', 0, query.length)
    throw error
  }
}

function evaluateQuery(documents: Documents, request: QueryRequest, deadline: Deadline): Evaluated {
  const { query, params = {}, perspective = 'raw', identity, projectId, resultSourceMap = false } = request
  const { versions = true } = request
  const tree = parseQuery(query, params)
  const trace = resultSourceMap !== false
  const context = contextFor(documents, perspective, identity, {
    trace,
    deadline,
    versions,
    ...(projectId === undefined ? {} : { projectId }),
  })
  const value = evaluateTree(query, tree, new Scope(context, NULL))
  return {
    value,
    syncTags: syncTagsOf(context.reads, perspective),
    sourceMap: trace ? sourceMapOf(value, resultSourceMap === 'withKeyArraySelector') : undefined,
  }
}

/** Runs a query's evaluation. Throws an ApiError (408) instead of a DeadlineExceeded. */
export function withinDeadline<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    const { message } = error
    throw new ApiError(408, message, { error: { type: 'queryTimeoutError', description: message } })
  }
}

/**
 * Runs a query. The default perspective is `raw`; the HTTP route passes the API version's own. Throws an ApiError: 400 on a
 * query that can't be parsed, 408 on one that takes too long, 501 on a function the lake doesn't have.
 */
export function runQuery(
  documents: Documents,
  request: QueryRequest,
  deadline = new Deadline(),
): QueryResult {
  const started = performance.now()
  return withinDeadline(() => {
    const { value, syncTags, sourceMap } = evaluateQuery(documents, request, deadline)
    const result = asJson(value)
    const ms = Math.round(performance.now() - started)
    return { result, syncTags, ms, ...(sourceMap ? { resultSourceMap: sourceMap } : {}) }
  })
}

/** The condition of `*[condition]`, whatever pipes, slices and projections follow it; null when there is none. */
function filterOf(tree: Expr): Expr | null {
  switch (tree.type) {
    case 'Everything':
      return { type: 'Value', value: true }
    case 'Filter': {
      const inner = filterOf(tree.base)
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
      return filterOf(tree.base)
    default:
      return null
  }
}

/** A test of single documents, as `compileFilter` and `compileListenFilter` make it. */
export type DocumentFilter = (document: SanityDocument, documents: Documents, deadline?: Deadline) => boolean

function documentFilter(condition: Expr, perspective: Perspective): DocumentFilter {
  return (document, documents, deadline = new Deadline()) => {
    const context = contextFor(documents, perspective, SYSTEM, { deadline })
    const root = new Scope(context, NULL)
    return isTrue(evaluate(condition, root.nested(documentLeaf(context, document))))
  }
}

/**
 * Compiles a listener's query, `*[…]` and whatever follows, into a test of single documents
 * (https://www.sanity.io/docs/http-reference/listen: only the filter counts). Throws an ApiError (400) on a query
 * that has no filter on the dataset.
 */
export function compileListenFilter(query: string, params: JsonObject = {}): DocumentFilter {
  const condition = filterOf(parseQuery(query, params))
  if (condition) return documentFilter(condition, 'raw')
  throw queryParseError(query, 'A listener needs a query of the form *[filter]', 0, query.length)
}

/**
 * Compiles a filter into a test of single documents: a listener's query (`*[…]`) or a webhook's bare condition, whose
 * empty form is true for every document. Throws an ApiError (400) when it can't be parsed.
 */
export function compileFilter(query: string, params: JsonObject = {}): DocumentFilter {
  if (query.trim() === '') return () => true
  if (query.trim().startsWith('*')) return compileListenFilter(query, params)
  return documentFilter(parseQuery(query, params), 'raw')
}

/** The two states of a changed document; null where there is none. */
export type Change = { before: SanityDocument | null; after: SanityDocument | null }

function scopeOf(change: Change, documents: Documents): Scope {
  const context = contextFor(documents, 'raw', SYSTEM)
  const document = change.after ?? change.before
  const value = document ? documentLeaf(context, document) : NULL
  return new Scope(context, value).nested(value)
}

/**
 * Whether a webhook's filter holds for a change (https://www.sanity.io/docs/content-lake/webhooks): it is evaluated for the
 * document after the change, or before a deletion. The empty filter always holds. Throws an ApiError (400) when it can't be
 * parsed; `before()`, `after()` and `delta::` are not supported.
 */
export function matchesChange(filter: string, change: Change, documents: Documents): boolean {
  return filter.trim() === '' || isTrue(evaluate(parseQuery(filter), scopeOf(change, documents)))
}

/** A webhook's body: its projection of the changed document, or the document itself. */
export function projectDocument(projection: string, change: Change, documents: Documents): unknown {
  const scope = scopeOf(change, documents)
  return asJson(projection.trim() === '' ? scope.value : evaluate(parseQuery(projection), scope))
}

/**
 * The ids of the documents that a query over the raw dataset finds, as far as the caller may read them. Throws what
 * `runQuery` throws.
 */
export function idsFoundBy(documents: Documents, request: QueryRequest): string[] {
  const result = runQuery(documents, request).result
  const found = Array.isArray(result) ? result : [result]
  return found.map((item) => (isObject(item) ? item._id : item)).filter((id) => typeof id === 'string')
}
