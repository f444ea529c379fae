import { Hono } from 'hono'
import { isRecord, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import type { MountedAuth } from '../supabase/mount.ts'

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
