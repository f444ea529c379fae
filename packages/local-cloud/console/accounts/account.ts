import { guardedButton, postButton, report, select } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { jsonHtml } from '../../http/jsonHtml.ts'
import { address } from '../../http/paging.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { AccountDetail } from '../../supabase/accountAdmin.ts'
import type { SessionRow } from '../../supabase/store/types.ts'

/** For how long somebody can be banned by hand, in the admin API's words. */
export const BANS = { '1h': 'An hour', '24h': 'A day', '876000h': 'For good' } as const

function sessionRow({ created_at, refreshed_at, aal, ip, user_agent }: SessionRow): string[] {
  return [
    timeHtml(created_at),
    timeHtml(refreshed_at) || 'never',
    escapeHtml(aal),
    escapeHtml(ip ?? ''),
    escapeHtml(user_agent ?? ''),
  ]
}

function actions({ summary, isBanned, sessions }: AccountDetail): string {
  const path = `/accounts/${summary.id}`
  const name = summary.email || summary.id
  const confirm = summary.confirmedAt
    ? ''
    : postButton({ action: `${path}/confirm`, text: 'Confirm the address' })
  const ban = isBanned
    ? postButton({ action: `${path}/ban`, text: 'Lift the ban', fields: { duration: 'none' } })
    : postButton({ action: `${path}/ban`, text: 'Ban', inner: select('duration', 'How long', BANS, '24h') })
  const signOut =
    sessions.length > 0 ? postButton({ action: `${path}/sign-out`, text: 'Sign out everywhere' }) : ''
  const remove = guardedButton(
    'Delete …',
    `This removes ${name} with sessions, factors and all rows that belong to the account.`,
    postButton({ action: `${path}/delete`, text: 'Delete the account' }),
  )
  return `<div class="actions">${confirm}${ban}${signOut}</div>${remove}`
}

/** The page of one account: what is known of it, and what can be done with it. */
export function accountPage(
  account: AccountDetail,
  { said, problem }: { said?: string | undefined; problem?: string | undefined } = {},
): Promise<Response> {
  const { summary, isBanned, sessions, json } = account
  const name = summary.email || summary.id
  const columns = ['Began (UTC)', 'Refreshed', 'Assurance', 'From', 'Browser']
  return htmlPage({
    title: name,
    section: 'Accounts',
    status: problem ? 400 : 200,
    body: `<p><a href="/accounts">All accounts</a></p><h1 class="address">${escapeHtml(name)}</h1>${report(said)}${report(problem, true)}
      ${factTable('Account', {
        Id: `<code>${escapeHtml(summary.id)}</code>`,
        Confirmed: timeHtml(summary.confirmedAt) || 'not yet',
        Created: timeHtml(summary.createdAt),
        'Last sign-in': timeHtml(summary.lastSignInAt) || 'never',
        'Second factors': String(summary.factors),
        Banned: isBanned ? `<span class="bad">until ${timeHtml(summary.bannedUntil)}</span>` : 'no',
        'E-mails': summary.email
          ? `<a href="${escapeHtml(address('/inbox', { q: summary.email }))}">in the inbox</a>`
          : undefined,
      })}
      <h2>Actions</h2>${actions(account)}
      <h2>Sessions</h2>${
        sessions.length === 0
          ? '<p class="soft">Signed in nowhere.</p>'
          : rowTable({ label: 'Sessions', columns, rows: sessions.map(sessionRow) })
      }
      <h2>As clients read it</h2>${jsonHtml(json)}`,
  })
}

/** The answer for an account that is not there. */
export function missingAccount(): Promise<Response> {
  return htmlPage({
    title: 'No such account',
    status: 404,
    section: 'Accounts',
    body: '<h1>No such account</h1><p>It may have been deleted. <a href="/accounts">All accounts</a></p>',
  })
}
