import { Hono } from 'hono'
import { StartError } from '../../config.ts'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import type { MountedAuth } from '../../supabase/mount.ts'

/** How many accounts are listed. */
const SHOWN = 50

/**
 * Accounts for people and for tests, mounted into the control API, which guards it: who has one, and the settings
 * while it runs. The first request starts the service.
 */
export function accountControl(auth: MountedAuth): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>().basePath('/accounts')
  routes.get('/', async (c) => {
    const { accounts } = await auth.ready()
    return c.json(await accounts.list({ page: 1, perPage: SHOWN, filter: '' }))
  })
  routes.get('/settings', async (c) => {
    const { config } = await auth.ready()
    return c.json(config())
  })
  routes.post('/settings', async (c) => {
    const changes = await readJson(c.req)
    if (!isRecord(changes)) throw new HttpError(400, 'Expected a JSON object of settings')
    const { configure } = await auth.ready()
    try {
      return c.json(configure(changes))
    } catch (error) {
      if (error instanceof StartError) throw new HttpError(400, error.message)
      throw error
    }
  })
  return routes
}
