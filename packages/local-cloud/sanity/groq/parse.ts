import { GroqSyntaxError, parse } from 'groq-js'
import { ApiError } from '../errors.ts'
import { type Expr, getChildren } from './ast.ts'

/**
 * Creates a 400 in the format of @sanity/client's QueryParseError (https://www.sanity.io/docs/http-reference/query).
 * `start` and `end` are offsets into the query. By default, they span the whole query.
 */
export function createQueryParseError(
  query: string,
  description: string,
  start = 0,
  end = query.length,
): ApiError {
  return new ApiError(400, description, {
    error: { type: 'queryParseError', description, query, start, end },
  })
}

function findMissingParameter(tree: Expr, params: Record<string, unknown>): string | undefined {
  if (tree.type === 'Parameter' && !Object.hasOwn(params, tree.name)) return tree.name
  for (const child of getChildren(tree)) {
    const missing = findMissingParameter(child, params)
    if (missing !== undefined) return missing
  }
  return undefined
}

function toQueryParseError(query: string, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError) return createQueryParseError(query, 'The query is too long')
  if (error instanceof GroqSyntaxError) {
    const start = Math.min(error.position, query.length)
    const reason = message.replace(/^Syntax error in GROQ query at position \d+: /, '')
    return createQueryParseError(query, reason, start, Math.min(start + 1, query.length))
  }
  return createQueryParseError(query, message)
}

/**
 * Parses a query with its parameters into a syntax tree. Throws an ApiError (400 `queryParseError`) for a syntax error, an
 * unknown function or a missing parameter.
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}): Expr {
  let tree: Expr
  let missing: string | undefined
  try {
    tree = parse(query, { params })
    missing = findMissingParameter(tree, params)
  } catch (error) {
    throw toQueryParseError(query, error)
  }
  if (missing === undefined) return tree
  const start = Math.max(query.search(new RegExp(`\\$${missing}\\b`)), 0)
  const description = `param $${missing} referenced, but not provided`
  throw createQueryParseError(query, description, start, start + missing.length + 1)
}
