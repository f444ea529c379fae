import { Hono } from 'hono'
import { requireHolder } from '../access.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { invalid } from '../errors.ts'
import { endSessions } from '../store/sessions.ts'
import { transact } from '../transact.ts'

/** POST /logout?scope=global, local or others: ends a user's sessions. */
export function logoutRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/logout', async (c) => {
    const { user, session } = await requireHolder(auth, c)
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    const which = {
      ...(session && scope === 'local' ? { only: session.id } : {}),
      ...(session && scope === 'others' ? { except: session.id } : {}),
    }
    await transact(auth, ({ sql }) => endSessions(sql, user.id, which))
    return c.body(null, 204)
  })
  return routes
}
