import { GroqSyntaxError, parse } from 'groq-js'
import { ApiError } from '../errors.ts'
import { type Expr, getChildren } from './ast.ts'

/**
 * A 400 in the shape of @sanity/client's QueryParseError (https://www.sanity.io/docs/http-reference/query): `start` and
 * `end` are offsets into the query.
 */
export function queryParseError(query: string, description: string, start: number, end: number): ApiError {
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

function parseError(query: string, error: unknown): Error {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof RangeError) return queryParseError(query, 'The query is too long', 0, query.length)
  if (error instanceof GroqSyntaxError) {
    const start = Math.min(error.position, query.length)
    const reason = detail.replace(/^Syntax error in GROQ query at position \d+: /, '')
    return queryParseError(query, reason, start, Math.min(start + 1, query.length))
  }
  return queryParseError(query, detail, 0, query.length)
}

/**
 * The syntax tree of a query with its parameters. Throws an ApiError (400 queryParseError) for a syntax error, an unknown
 * function or a missing parameter.
 */
export function parseQuery(query: string, params: Record<string, unknown> = {}): Expr {
  let tree: Expr
  let missing: string | undefined
  try {
    tree = parse(query, { params })
    missing = findMissingParameter(tree, params)
  } catch (error) {
    throw parseError(query, error)
  }
  if (missing === undefined) return tree
  const start = Math.max(query.search(new RegExp(`\\$${missing}\\b`)), 0)
  const description = `param $${missing} referenced, but not provided`
  throw queryParseError(query, description, start, start + missing.length + 1)
}
