import { GroqSyntaxError, parse } from 'groq-js'
import { ApiError, notImplemented } from '../errors.ts'
import { childrenOf, type Expr } from './ast.ts'

const CACHE_SIZE = 500
/** Longer ones, in characters of query and parameters together, are parsed each time. */
const MAX_CACHED = 20_000
const cache = new Map<string, Expr>()

/** A 400 in the shape of @sanity/client's QueryParseError: `start` and `end` are offsets into the query. */
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

/** Functions the Studio's newest parts call and groq-js's parser has not heard of. */
const UNKNOWN_TO_PARSER = ['sanity::partOfVariant']

function parseError(query: string, error: unknown): Error {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof GroqSyntaxError) {
    const start = Math.min(error.position, query.length)
    return queryParseError(query, detail, start, Math.min(start + 1, query.length))
  }
  const unknown = UNKNOWN_TO_PARSER.find((name) => query.includes(name))
  if (unknown) return notImplemented(`The GROQ function ${unknown}`)
  const name = /Undefined function: (\S+)/.exec(detail)?.[1]
  const at = name ? query.indexOf(name) : -1
  const start = Math.max(at, 0)
  return queryParseError(query, detail, start, name && at >= 0 ? start + name.length : query.length)
}

/**
 * The syntax tree of a query with its parameters filled in. In `delta` mode `before()`, `after()` and `delta::` are
 * known. Throws an ApiError (400 queryParseError) on a syntax error, an unknown function or a missing parameter.
 */
export function parseQuery(
  query: string,
  params: Record<string, unknown> = {},
  mode: 'normal' | 'delta' = 'normal',
): Expr {
  const key = `${mode}\n${query}\n${JSON.stringify(params)}`
  const known = cache.get(key)
  if (known) return known
  let tree: Expr
  try {
    tree = parse(query, { params, mode })
  } catch (error) {
    throw parseError(query, error)
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
