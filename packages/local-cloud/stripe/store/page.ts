/** A list of Stripe's API. */
export type ListResponse<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

/** A list on one page. */
export function listOfAll<T>(url: string, data: T[]): ListResponse<T> {
  return { object: 'list', url, has_more: false, data }
}
