import { type Allowance, Budget, BudgetExceeded } from './budget.ts'
import { ApiError } from './errors.ts'
import type { Expr } from './groq/ast.ts'
import { evaluate } from './groq/evaluate.ts'
import { jsonOf } from './groq/json.ts'
import { parseQuery, queryParseError } from './groq/parse.ts'
import { type Context, documentLeaf, Scope } from './groq/scope.ts'
import { takesLongToRead } from './groq/shape.ts'
import { type ContentSourceMap, sourceMapOf } from './groq/sourceMap.ts'
import { isTrue, NULL, type Traced } from './groq/traced.ts'
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

/** What a query may use where nobody says otherwise: one that a listener or a webhook asks. */
const ALLOWANCE: Allowance = { time: 1000, memory: 250_000_000 }

function contextFor(
  documents: Documents,
  perspective: Perspective,
  identity: Identity,
  options: { trace?: boolean; projectId?: string; budget?: Budget; versions?: boolean } = {},
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
    answered: new Map(),
    budget: options.budget ?? new Budget(ALLOWANCE),
  }
}

/** The value as JSON has it: datetimes and paths become texts. */
function asJson(value: Traced, budget: Budget): unknown {
  return JSON.parse(jsonOf(value, budget).join(''))
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

function evaluateQuery(documents: Documents, request: QueryRequest, budget: Budget): Evaluated {
  const { query, params = {}, perspective = 'raw', identity, projectId, resultSourceMap = false } = request
  const { versions = true } = request
  const tree = parseQuery(query, params)
  const trace = resultSourceMap !== false
  const context = contextFor(documents, perspective, identity, {
    trace,
    budget,
    versions,
    ...(projectId === undefined ? {} : { projectId }),
  })
  const value = evaluateTree(query, tree, new Scope(context, NULL))
  return {
    value,
    syncTags: syncTagsOf(context.reads, perspective),
    sourceMap: trace ? sourceMapOf(value, resultSourceMap === 'withKeyArraySelector', budget) : undefined,
  }
}

/** What a caller is told whose query has used up what it may: 408 for the time, 400 for the memory. */
export function budgetError({ resource, message }: BudgetExceeded): ApiError {
  const type = resource === 'time' ? 'queryTimeoutError' : 'queryMemoryLimitError'
  return new ApiError(resource === 'time' ? 408 : 400, message, { error: { type, description: message } })
}

function withinBudget<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof BudgetExceeded ? budgetError(error) : error
  }
}

/**
 * Answers a query. The default perspective is `raw`; the HTTP route works out the API version's own. Throws an ApiError:
 * 400 on a query that can't be parsed or needs too much memory, 408 on one that takes too long, 501 on a function the lake
 * doesn't have.
 */
export function runQuery(
  documents: Documents,
  request: QueryRequest,
  budget: Budget = new Budget(ALLOWANCE),
): QueryResult {
  const started = performance.now()
  const { result, syncTags, sourceMap } = withinBudget(() => {
    const evaluated = evaluateQuery(documents, request, budget)
    return { ...evaluated, result: asJson(evaluated.value, budget) }
  })
  return {
    result,
    syncTags,
    ms: Math.round(performance.now() - started),
    ...(sourceMap ? { resultSourceMap: sourceMap } : {}),
  }
}

/**
 * The body of the answer to a query, as JSON in pieces, with the query itself if that is wanted
 * (https://www.sanity.io/docs/http-reference/query). Throws what `runQuery` throws, but a BudgetExceeded as it is.
 */
export function answerQuery(
  documents: Documents,
  request: QueryRequest,
  withQuery: boolean,
  budget: Budget,
): string[] {
  const started = performance.now()
  const { value, syncTags, sourceMap } = evaluateQuery(documents, request, budget)
  const result = jsonOf(value, budget)
  const rest = JSON.stringify({
    syncTags,
    ms: Math.round(performance.now() - started),
    ...(sourceMap ? { resultSourceMap: sourceMap } : {}),
  })
  const query = withQuery ? `"query":${JSON.stringify(request.query)},` : ''
  return [`{${query}"result":`, ...result, `,${rest.slice(1)}`]
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

/** Throws an ApiError (400) on a query that is asked in the midst of something else and takes long to read. */
function checkLength(query: string): void {
  if (!takesLongToRead(query)) return
  throw queryParseError(query, 'The query is too long for a listener or a mutation', 0, query.length)
}

/** A test of single documents, as `compileFilter` and `compileListenFilter` make it. */
export type DocumentFilter = (document: SanityDocument, documents: Documents, budget?: Budget) => boolean

/**
 * What a listener or a webhook may take of everybody's time for all documents of one transaction: the hosted service's
 * listeners look at single documents and know no joins (https://www.sanity.io/docs/content-lake/realtime-updates).
 */
export const FOLLOWING: Allowance = { time: 500, memory: 250_000_000 }

function documentFilter(condition: Expr, perspective: Perspective): DocumentFilter {
  return (document, documents, budget) => {
    const context = contextFor(documents, perspective, SYSTEM, budget ? { budget } : {})
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
  checkLength(query)
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
  checkLength(query)
  if (query.trim().startsWith('*')) return compileListenFilter(query, params)
  return documentFilter(parseQuery(query, params), 'raw')
}

/** The two states of a changed document; null where there is none. */
export type Change = { before: SanityDocument | null; after: SanityDocument | null }

function deltaScope(change: Change, documents: Documents, budget: Budget | undefined): Scope {
  const context = contextFor(documents, 'raw', SYSTEM, budget ? { budget } : {})
  const before = change.before ? documentLeaf(context, change.before) : NULL
  const after = change.after ? documentLeaf(context, change.after) : NULL
  const current = change.after ? after : before
  return new Scope({ ...context, before, after }, current).nested(current)
}

/**
 * Whether a webhook's filter holds for a change (https://www.sanity.io/docs/content-lake/webhooks): it is asked of the
 * document after the change, or before it for a deletion, and may use `before()`, `after()` and `delta::`. The empty
 * filter always holds. Throws an ApiError (400) when it can't be parsed.
 */
export function matchesChange(
  filter: string,
  change: Change,
  documents: Documents,
  budget?: Budget,
): boolean {
  if (filter.trim() === '') return true
  return isTrue(evaluate(parseQuery(filter, {}, 'delta'), deltaScope(change, documents, budget)))
}

/**
 * A webhook's body: its projection of the change, with `before()`, `after()` and `delta::` functions. Without a
 * projection it is the document itself.
 */
export function projectDocument(
  projection: string,
  change: Change,
  documents: Documents,
  budget?: Budget,
): unknown {
  const scope = deltaScope(change, documents, budget)
  if (projection.trim() === '') return asJson(scope.value, scope.context.budget)
  return asJson(evaluate(parseQuery(projection, {}, 'delta'), scope), scope.context.budget)
}

/**
 * The ids of the documents that a query over the raw dataset finds, as far as the caller may read them. Throws what
 * `runQuery` throws, but a BudgetExceeded as it is.
 */
export function idsFoundBy(documents: Documents, request: QueryRequest, budget: Budget): string[] {
  checkLength(request.query)
  const result = asJson(evaluateQuery(documents, request, budget).value, budget)
  const found = Array.isArray(result) ? result : [result]
  return found.map((item) => (isObject(item) ? item._id : item)).filter((id) => typeof id === 'string')
}
