import { Hono } from 'hono'
import { isRecord, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { guardedButton, postButton, searchForm, successMessage } from '../http/forms.ts'
import { escapeHtml, htmlPage, notFoundPage } from '../http/html.ts'
import { factTable, rowTable } from '../http/table.ts'
import { timeHtml } from '../http/times.ts'
import type { MountedAuth } from '../supabase/mount.ts'
import type { User } from '../supabase/store/types.ts'
import { countVerifiedFactors } from '../supabase/store/users.ts'
import { userJson } from '../supabase/userJson.ts'

const getAccountPath = ({ id }: User) => `/accounts/${encodeURIComponent(id)}`

function renderListPage(users: readonly User[], query: string, successText?: string): Promise<Response> {
  const emptyMessage = query ? `No account with “${query}” in its email or name.` : 'No accounts yet.'
  const rows = users.map((user) => [
    `<a href="${getAccountPath(user)}">${escapeHtml(user.email || user.id)}</a>`,
    timeHtml(user.email_confirmed_at) || 'not yet',
    timeHtml(user.created_at),
    timeHtml(user.last_sign_in_at) || 'never',
    String(countVerifiedFactors(user)),
  ])
  const columns = ['Email', 'Confirmed (UTC)', 'Created', 'Last sign-in', 'Second factors']
  return htmlPage({
    title: 'Accounts',
    section: 'Accounts',
    body: `<h1>Accounts</h1>
      <p class="soft">The newest accounts of the local Supabase.</p>${successMessage(successText)}
      ${searchForm({ action: '/accounts', label: 'Part of an email or a name', query })}
      ${rows.length === 0 ? `<p>${escapeHtml(emptyMessage)}</p>` : rowTable({ label: 'Accounts', columns, rows })}`,
  })
}

function renderAccountPage(user: User): Promise<Response> {
  const name = user.email || user.id
  const deleteButton = postButton({ action: `${getAccountPath(user)}/delete`, text: 'Delete the account' })
  return htmlPage({
    title: name,
    section: 'Accounts',
    body: `<p><a href="/accounts">All accounts</a></p><h1 class="address">${escapeHtml(name)}</h1>
      ${factTable('Account', {
        Id: `<code>${escapeHtml(user.id)}</code>`,
        Emails: user.email
          ? `<a href="/inbox?q=${encodeURIComponent(user.email)}">in the inbox</a>`
          : undefined,
      })}
      <h2>User object</h2><pre>${escapeHtml(JSON.stringify(userJson(user), null, 2))}</pre>
      <h2>Delete</h2>${guardedButton('Delete …', `Deletes ${name} and all rows of the account.`, deleteButton)}`,
  })
}

const renderNotFoundPage = () => notFoundPage('account', 'Accounts')

/**
 * Creates the pages of the accounts. The mounting app must reject POST requests from other origins. A request starts
 * Auth unless it has started.
 */
export function createAccountPages(auth: MountedAuth): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/accounts', async (c) => {
    const { accounts } = await auth.ready()
    const query = c.req.query('q')?.trim() ?? ''
    const successText = c.req.query('done') === 'delete' ? 'The account is deleted.' : undefined
    return renderListPage(await accounts.list(query), query, successText)
  })
  pages.get('/accounts/:id', async (c) => {
    const { accounts } = await auth.ready()
    const user = await accounts.find(c.req.param('id'))
    return user ? renderAccountPage(user) : renderNotFoundPage()
  })
  pages.post('/accounts/:id/delete', async (c) => {
    const { accounts } = await auth.ready()
    const user = await accounts.find(c.req.param('id'))
    if (!user) return renderNotFoundPage()
    await accounts.remove(user.id)
    return c.redirect('/accounts?done=delete', 303)
  })
  return pages
}

/**
 * Creates the route `POST /accounts/settings` of the control API, which changes settings of the running Auth service. The
 * mounting app must authorize the requests.
 */
export function createAccountControlRoutes(auth: MountedAuth): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.post('/accounts/settings', async (c) => {
    const changes = await readJson(c.req)
    if (!isRecord(changes)) throw new HttpError(400, 'Expected a JSON object of settings')
    return c.json((await auth.ready()).configure(changes))
  })
  return routes
}
