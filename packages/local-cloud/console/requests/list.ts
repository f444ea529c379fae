import type { Vendor } from '../../http/faults.ts'
import { postButton, report, searchForm, select } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { address, pager } from '../../http/paging.ts'
import type { LoggedRequest } from '../../http/requestLog.ts'
import { rowTable } from '../../http/table.ts'
import { clockHtml } from '../../http/times.ts'

/** How many requests a page lists. */
const PER_PAGE = 50

/** Who speaks HTTP, by the names that people know. */
export const HTTP_VENDORS: Partial<Record<Vendor, string>> = {
  sanity: 'Sanity',
  supabase: 'Supabase',
  stripe: 'Stripe',
  emailjs: 'EmailJS',
}

/** Kinds of statuses that can be asked for. */
export const STATUSES: Record<string, string> = {
  '': 'All',
  '2': '2xx, done',
  '3': '3xx, elsewhere',
  '4': '4xx, refused',
  '5': '5xx, failed',
  none: 'No answer',
}

/** What the list is asked for. */
export type RequestFilter = { vendor: string; status: string; query: string; page: number }

/** The status as people see it. HTML. */
export function statusHtml(status: number | undefined): string {
  if (status === undefined) return '<span class="bad">no answer</span>'
  return status >= 400 ? `<span class="bad">${status}</span>` : String(status)
}

function fits({ status, path, query }: LoggedRequest, filter: RequestFilter): boolean {
  const kind = status === undefined ? 'none' : String(status)[0]
  return (
    (filter.status === '' || filter.status === kind) &&
    `${path}?${query}`.toLowerCase().includes(filter.query.toLowerCase())
  )
}

/** A query or a form without its escapes, with its fields set apart by `between`. */
export function readable(query: string, between: string): string {
  const fields = query.split('&').map((field) => {
    try {
      return decodeURIComponent(field.replaceAll('+', ' '))
    } catch {
      return field
    }
  })
  return fields.join(between)
}

function row({ id, vendor, method, path, query, at, status, milliseconds }: LoggedRequest): string[] {
  const asked = readable(query, ' & ')
  const more = asked
    ? ` <span class="soft">${escapeHtml(asked.slice(0, 120))}${asked.length > 120 ? ' …' : ''}</span>`
    : ''
  return [
    clockHtml(at),
    HTTP_VENDORS[vendor] ?? vendor,
    `<a href="/requests/${id}">${escapeHtml(method)} ${escapeHtml(path)}</a>${more}`,
    statusHtml(status),
    `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)}&nbsp;ms`,
  ]
}

/** The page with the latest requests to the vendors. */
export function requestsPage(
  requests: LoggedRequest[],
  filter: RequestFilter,
  said?: string,
): Promise<Response> {
  const found = requests.filter((request) => fits(request, filter))
  const shown = found.slice((filter.page - 1) * PER_PAGE, filter.page * PER_PAGE)
  const { vendor, status, query } = filter
  const url = (page: number) => address('/requests', { vendor, status, q: query, page })
  const none =
    requests.length === 0
      ? 'Nobody has asked a vendor yet.'
      : 'No request like that among those that are kept.'
  const fields = `${select('vendor', 'Vendor', { '': 'All', ...HTTP_VENDORS }, vendor)}${select('status', 'Status', STATUSES, status)}`
  return htmlPage({
    title: 'Requests',
    section: 'Requests',
    body: `<h1>Requests</h1>
      <p class="soft">The latest 150 requests to each vendor, kept in memory until the local cloud stops. Long bodies are cut,
      secrets are masked, streams are left out. Statements to Postgres, which does not speak HTTP, are not listed.</p>${report(said)}
      ${searchForm({ action: '/requests', label: 'Part of the address', query, fields })}
      ${
        shown.length === 0
          ? `<p>${none}</p>`
          : rowTable({
              label: 'Requests',
              columns: ['Time (UTC)', 'Vendor', 'Request', 'Status', 'Took'],
              rows: shown.map(row),
            })
      }
      ${pager({ page: filter.page, perPage: PER_PAGE, total: found.length, url })}
      <div class="actions"><a class="button" href="${escapeHtml(url(1))}">Look again</a>
      ${postButton({ action: '/requests/clear', text: 'Forget all' })}</div>`,
  })
}
