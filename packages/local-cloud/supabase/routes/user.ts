import { Hono } from 'hono'
import { requireUser } from '../access.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { clientIp } from '../context.ts'
import { userJson } from '../userJson.ts'
import { updateOwnUser } from '../userUpdate.ts'

/** GET and PUT /user: the signed-in user. */
export function userRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.get('/user', async (c) => c.json(userJson((await requireUser(auth, c)).user)))
  routes.put('/user', async (c) => {
    const caller = await requireUser(auth, c)
    auth.limits.take('otp', clientIp(c))
    return c.json(userJson(await updateOwnUser(auth, c, caller)))
  })
  return routes
}
