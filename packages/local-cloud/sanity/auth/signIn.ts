import { type Context, Hono } from 'hono'
import { errorResponse } from '../../http/errors.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Origins } from '../origins.ts'
import type { Account } from './accounts.ts'
import type { AccountStore } from './store.ts'

/** The Studio URL to return to; undefined if the URL is invalid, or the project doesn't allow its origin. */
function parseDestination(
  c: Context<SanityEnvironment>,
  origins: Origins,
  defaultDestination: string,
): URL | undefined {
  const url = URL.parse(c.req.query('origin') || defaultDestination)
  if (!url || !['http:', 'https:'].includes(url.protocol) || !origins.check(url.origin).isAllowed)
    return undefined
  return url
}

function renderRefusal(origin: string): Promise<Response> {
  return htmlPage({
    title: 'Sign-in refused',
    status: 403,
    isNarrow: true,
    body: `<h1>Sign-in refused</h1>
      <p><code>${escapeHtml(origin)}</code> is not one of the project's CORS origins.</p>
      <p class="soft">Set LOCAL_SITE_ORIGIN to the site's origin and restart the local cloud, or add the origin
      through the project's CORS API.</p>`,
  })
}

function renderChooser(users: readonly Account[], destination: URL): Promise<Response> {
  const choices = users
    .map(
      ({ name, description, role }) => `<li><button name="account" value="${escapeHtml(role)}">
      <strong>${escapeHtml(name)}</strong><span class="about">${escapeHtml(description)}</span></button></li>`,
    )
    .join('')
  return htmlPage({
    title: 'Sign in to the local Studio',
    isNarrow: true,
    formTargets: [destination.origin],
    body: `<h1>Who is editing?</h1>
      <p class="soft">These accounts exist only on this machine. You'll continue to
      <code>${escapeHtml(destination.origin)}</code>.</p>
      <form method="post"><ul class="accounts">${choices}</ul></form>`,
  })
}

/**
 * The Studio's sign-in page, `/auth/login/local`. Once an account is chosen, the page redirects to the URL in the
 * query parameter `origin`, or to `defaultDestination`, with `#sid=…`. The Studio exchanges the sid for a token at
 * `/auth/fetch`.
 */
export function createSignInRoutes(
  accounts: AccountStore,
  origins: Origins,
  defaultDestination: string,
): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()

  routes.get('/auth/login/local', (c) => {
    const destination = parseDestination(c, origins, defaultDestination)
    return destination
      ? renderChooser(accounts.users, destination)
      : renderRefusal(c.req.query('origin') ?? '')
  })

  routes.post('/auth/login/local', async (c) => {
    const destination = parseDestination(c, origins, defaultDestination)
    if (!destination) return renderRefusal(c.req.query('origin') ?? '')
    const form = await c.req.parseBody()
    const account = accounts.users.find(({ role }) => role === form.account)
    if (!account)
      return errorResponse(400, 'Choose one of the accounts administrator, editor, contributor or viewer')
    destination.hash = `sid=${accounts.startSignIn(account.id)}`
    return c.redirect(destination.href, 303)
  })

  routes.get('/auth/fetch', (c) => {
    const accountId = accounts.finishSignIn(c.req.query('sid') ?? '')
    const account = accountId ? accounts.find(accountId) : undefined
    if (!account) return errorResponse(401, 'Session not found', { errorCode: 'SIO-401-ANF' })
    return c.json({ token: accounts.createSession(account.id), label: account.name })
  })

  return routes
}
