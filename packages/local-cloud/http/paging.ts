import { escapeHtml } from './html.ts'

/** The number of a page as an address has it: 1 for anything that is none. */
export function pageNumber(text: string | undefined): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}

/** An address with parameters; those without a value are left out. */
export function address(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Links to the pages before and after one of a list; nothing when all of it is on one page. `url` makes an address. */
export function pager(options: {
  page: number
  perPage: number
  total: number
  url: (page: number) => string
}): string {
  const { page, perPage, total, url } = options
  const last = Math.max(1, Math.ceil(total / perPage))
  if (last === 1) return ''
  const link = (number: number, text: string, rel: string) =>
    `<a href="${escapeHtml(url(number))}" rel="${rel}">${text}</a>`
  return `<nav class="pager" aria-label="Pages">${page > 1 ? link(page - 1, 'Previous page', 'prev') : ''}
    <span>Page ${page} of ${last}</span>${page < last ? link(page + 1, 'Next page', 'next') : ''}</nav>`
}
