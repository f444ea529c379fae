import { report, searchForm } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { address, pager } from '../../http/paging.ts'
import { addressHtml, rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { AccountSummary } from '../../supabase/accountAdmin.ts'

/** How many accounts a page lists. */
export const PER_PAGE = 50

function row({
  id,
  email,
  confirmedAt,
  createdAt,
  lastSignInAt,
  factors,
  bannedUntil,
}: AccountSummary): string[] {
  return [
    `<a href="/accounts/${escapeHtml(id)}">${addressHtml(email || id)}</a>${bannedUntil && bannedUntil > new Date() ? ' <span class="bad">banned</span>' : ''}`,
    confirmedAt ? timeHtml(confirmedAt) : 'not yet',
    timeHtml(createdAt),
    timeHtml(lastSignInAt) || 'never',
    String(factors),
  ]
}

/** The page with everybody who has an account, the latest first. */
export function accountsPage(options: {
  accounts: AccountSummary[]
  total: number
  page: number
  query: string
  said?: string | undefined
}): Promise<Response> {
  const { accounts, total, page, query } = options
  const none = query ? `Nobody with “${query}” in the address or the name.` : 'Nobody has an account yet.'
  const columns = ['E-mail', 'Confirmed (UTC)', 'Created', 'Last sign-in', 'Second factors']
  return htmlPage({
    title: 'Accounts',
    section: 'Accounts',
    body: `<h1>Accounts</h1>
      <p class="soft">Who has an account with the local Supabase: ${total}${query ? ' found' : ''}.</p>${report(options.said)}
      ${searchForm({ action: '/accounts', label: 'Part of an address or a name', query })}
      ${accounts.length === 0 ? `<p>${escapeHtml(none)}</p>` : rowTable({ label: 'Accounts', columns, rows: accounts.map(row) })}
      ${pager({ page, perPage: PER_PAGE, total, url: (number) => address('/accounts', { q: query, page: number }) })}`,
  })
}
