import { Hono } from 'hono'
import { requireHolder, requireTokenOfUser } from '../access.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { callerAddress } from '../context.ts'
import { userJson } from '../userJson.ts'
import { updateOwnUser } from '../userUpdate.ts'

/** GET and PUT /user: the signed-in user. */
export function userRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.get('/user', async (c) => {
    return c.json(userJson(await requireTokenOfUser(auth, c)))
  })
  routes.put('/user', async (c) => {
    const holder = await requireHolder(auth, c)
    auth.limits.take('otp', callerAddress(c))
    return c.json(userJson(await updateOwnUser(auth, c, holder)))
  })
  return routes
}
