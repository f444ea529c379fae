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

/** What can be searched for (https://docs.stripe.com/search#query-fields-for-charges and the following). */
const FIELDS: Record<string, readonly string[]> = {
  charges: ['amount', 'created', 'currency', 'customer', 'disputed', 'metadata', 'refunded', 'status'],
  customers: ['created', 'email', 'metadata', 'name', 'phone'],
  invoices: ['created', 'currency', 'customer', 'metadata', 'number', 'status', 'total'],
  payment_intents: ['amount', 'created', 'currency', 'customer', 'metadata', 'status'],
  prices: ['active', 'currency', 'lookup_key', 'metadata', 'product', 'type'],
  products: ['active', 'description', 'metadata', 'name', 'shippable', 'url'],
  subscriptions: ['canceled_at', 'created', 'metadata', 'status'],
}

function fieldsOf(url: string): { resource: string; fields: readonly string[] } {
  const resource = url.split('/').at(-2) ?? ''
  return { resource, fields: FIELDS[resource] ?? [] }
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
  const { resource, fields } = fieldsOf(url)
  const found = items.filter(parseQuery(params.query, resource, fields))
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
