import { type Context, Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { filledIn } from '../../http/forms.ts'
import { pageNumber } from '../../http/paging.ts'
import type { AccountAdmin } from '../../supabase/accountAdmin.ts'
import { AuthError } from '../../supabase/errors.ts'
import type { MountedAuth } from '../../supabase/mount.ts'
import { accountPage, BANS, missingAccount } from './account.ts'
import { accountsPage, PER_PAGE } from './list.ts'

type PageContext = Context<CloudEnvironment>

const SAID: Record<string, string> = {
  confirm: 'The address is confirmed.',
  ban: 'The account is banned.',
  unban: 'The ban is lifted.',
  'sign-out': 'All sessions have ended.',
  delete: 'The account is deleted.',
}

/** The account pages. The mounting app must reject POST requests from other origins. The first request starts the service. */
export function accountPages(auth: MountedAuth): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const said = (c: PageContext) => SAID[c.req.query('said') ?? '']

  pages.get('/accounts', async (c) => {
    const { accounts } = await auth.ready()
    const page = pageNumber(c.req.query('page'))
    const query = c.req.query('q')?.trim() ?? ''
    const found = await accounts.list({ page, perPage: PER_PAGE, filter: query })
    return accountsPage({ ...found, page, query, said: said(c) })
  })

  pages.get('/accounts/:id', async (c) => {
    const { accounts } = await auth.ready()
    const account = await accounts.find(c.req.param('id'))
    return account ? accountPage(account, { said: said(c) }) : missingAccount()
  })

  /** An action on an account, after which its page says what was done. `act` returns what to say. */
  const action = (
    name: string,
    act: (accounts: AccountAdmin, id: string, c: PageContext) => Promise<string>,
  ) =>
    pages.post(`/accounts/:id/${name}`, async (c) => {
      const { accounts } = await auth.ready()
      const id = c.req.param('id')
      const account = await accounts.find(id)
      if (!account) return missingAccount()
      try {
        const done = await act(accounts, id, c)
        return c.redirect(`/accounts${done === 'delete' ? '' : `/${id}`}?said=${done}`, 303)
      } catch (error) {
        if (error instanceof AuthError) return accountPage(account, { problem: error.message })
        throw error
      }
    })

  action('confirm', async (accounts, id) => {
    await accounts.confirm(id)
    return 'confirm'
  })
  action('ban', async (accounts, id, c) => {
    const { duration = '' } = await filledIn(c)
    if (duration !== 'none' && !Object.hasOwn(BANS, duration)) {
      throw new AuthError(400, 'validation_failed', 'Choose for how long')
    }
    await accounts.ban(id, duration)
    return duration === 'none' ? 'unban' : 'ban'
  })
  action('sign-out', async (accounts, id) => {
    await accounts.signOut(id)
    return 'sign-out'
  })
  action('delete', async (accounts, id) => {
    await accounts.remove(id)
    return 'delete'
  })
  return pages
}
