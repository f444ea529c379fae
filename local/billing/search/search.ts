import { invalid } from '../errors.ts'
import { integer, required, text } from '../params/fields.ts'
import { parseQuery } from './query.ts'

/** What every search takes. */
export const searchFields = { query: required(text()), limit: integer(1, 100), page: text() }

const DEFAULT_LIMIT = 10

export type SearchAnswer<T> = {
  object: 'search_result'
  url: string
  has_more: boolean
  next_page: string | null
  data: T[]
}

function startOf(page: string | undefined): number {
  if (page === undefined) return 0
  const start = Number(Buffer.from(page, 'base64url').toString('utf8'))
  if (!Number.isInteger(start) || start < 1) throw invalid('Invalid page.', 'page')
  return start
}

/**
 * A page of the objects that a query finds (https://docs.stripe.com/search).
 *
 * @param items - all there are, newest first
 * @throws StripeProblem 400 when the query or the page is malformed
 */
export function search<T extends object>(
  url: string,
  items: readonly T[],
  params: { query: string; limit: number | undefined; page: string | undefined },
): SearchAnswer<T> {
  const { limit = DEFAULT_LIMIT } = params
  const start = startOf(params.page)
  const found = items.filter(parseQuery(params.query))
  const end = start + limit
  const more = found.length > end
  return {
    object: 'search_result',
    url,
    has_more: more,
    next_page: more ? Buffer.from(String(end)).toString('base64url') : null,
    data: found.slice(start, end),
  }
}
