import { Hono } from 'hono'
import { requireUser } from '../access.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { invalid } from '../errors.ts'
import { endSessions } from '../store/sessions.ts'
import { transact } from '../transact.ts'

/** POST /logout?scope=global, local or others: ends a user's sessions. */
export function logoutRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/logout', async (c) => {
    const { user, session } = await requireUser(auth, c)
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    const which = {
      ...(scope === 'local' ? { only: session.id } : {}),
      ...(scope === 'others' ? { except: session.id } : {}),
    }
    await transact(auth, ({ sql }) => endSessions(sql, user.id, which))
    return c.body(null, 204)
  })
  return routes
}
