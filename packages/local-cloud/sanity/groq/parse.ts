import { GroqSyntaxError, parse } from 'groq-js'
import { ApiError, badRequest, notImplemented } from '../errors.ts'
import { MAX_NESTING, nestsTooDeep } from '../values.ts'
import { childrenOf, type Expr } from './ast.ts'
import { isTooDeep, sizeProblem } from './shape.ts'

const CACHE_SIZE = 500
/** Longer ones, in characters of query and parameters together, are parsed each time. */
const MAX_CACHED = 20_000
const cache = new Map<string, Expr>()

/**
 * A 400 in the shape of @sanity/client's QueryParseError (https://www.sanity.io/docs/http-reference/query): `start` and
 * `end` are offsets into the query.
 */
export function queryParseError(query: string, description: string, start: number, end: number): ApiError {
  return new ApiError(400, description, {
    error: { type: 'queryParseError', description, query, start, end },
  })
}

function firstMissingParameter(tree: Expr, params: Record<string, unknown>): string | undefined {
  if (tree.type === 'Parameter' && !Object.hasOwn(params, tree.name)) return tree.name
  for (const child of childrenOf(tree)) {
    const missing = firstMissingParameter(child, params)
    if (missing !== undefined) return missing
  }
  return undefined
}

/** Whether `score()` is asked of what a projection made (https://www.sanity.io/docs/specifications/groq-pipeline-components). */
function scoresProjection(node: Expr): boolean {
  if (node.type === 'PipeFuncCall' && node.name === 'score') {
    let base = node.base
    while (
      base.type === 'Group' ||
      base.type === 'Slice' ||
      base.type === 'Filter' ||
      base.type === 'PipeFuncCall'
    )
      base = base.base
    if (base.type === 'Map' && base.expr.type === 'Projection') return true
  }
  return childrenOf(node).some(scoresProjection)
}

/** Functions the Studio's newest parts call and groq-js's parser has not heard of. */
const UNKNOWN_TO_PARSER = ['sanity::partOfVariant']

function parseError(query: string, error: unknown): Error {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError) return queryParseError(query, 'The query is too long', 0, query.length)
  if (error instanceof GroqSyntaxError) {
    const start = Math.min(error.position, query.length)
    const reason = detail.replace(/^Syntax error in GROQ query at position \d+: /, '')
    return queryParseError(query, reason, start, Math.min(start + 1, query.length))
  }
  const unknown = UNKNOWN_TO_PARSER.find((name) => query.includes(name))
  if (unknown) return notImplemented(`The GROQ function ${unknown}`)
  if (/^Undefined function: geo$/.test(detail)) return notImplemented('The GROQ function geo')
  const { start, end } = placeOf(query, detail)
  return queryParseError(query, detail, start, end)
}

/** Names that groq-js's errors tell without saying where they stand. */
const NAMED = [
  /Undefined (?:pipe )?function: (\w+)/,
  /Undefined namespace: (\w+)/,
  /to function (\w+)\(/,
  /unexpected (\w+)/,
]

/** Where in a query the thing is that an error names; the whole query for one that names nothing. */
function placeOf(query: string, detail: string): { start: number; end: number } {
  const name = NAMED.map((pattern) => pattern.exec(detail)?.[1]).find((found) => found !== undefined)
  const start = name ? query.search(new RegExp(`\\b${name}\\s*(::|\\()`)) : -1
  return name && start >= 0 ? { start, end: start + name.length } : { start: 0, end: query.length }
}

/**
 * The syntax tree of a query with its parameters filled in. Throws an ApiError (400 queryParseError) on a syntax error, an unknown function or a missing parameter.
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}): Expr {
  if (nestsTooDeep(params)) throw badRequest(`The parameters nest deeper than ${MAX_NESTING} levels`)
  const key = `${query}\n${JSON.stringify(params)}`
  const known = cache.get(key)
  if (known) return known
  const problem = sizeProblem(query)
  if (problem) throw queryParseError(query, problem.description, problem.position, problem.position + 1)
  let tree: Expr
  try {
    tree = parse(query, { params })
  } catch (error) {
    throw parseError(query, error)
  }
  if (isTooDeep(tree)) throw queryParseError(query, 'The query nests too deeply', 0, query.length)
  if (scoresProjection(tree)) {
    const start = Math.max(query.search(/\bscore\s*\(/), 0)
    throw queryParseError(query, 'score() must come before projections', start, start + 'score'.length)
  }
  const missing = firstMissingParameter(tree, params)
  if (missing !== undefined) {
    const start = Math.max(query.search(new RegExp(`\\$${missing}\\b`)), 0)
    const description = `param $${missing} referenced, but not provided`
    throw queryParseError(query, description, start, start + missing.length + 1)
  }
  if (key.length > MAX_CACHED) return tree
  if (cache.size >= CACHE_SIZE) {
    const [oldest] = cache.keys()
    if (oldest !== undefined) cache.delete(oldest)
  }
  cache.set(key, tree)
  return tree
}
