import { Hono } from 'hono'
import { StartError } from '../../config.ts'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import type { MountedAuth } from '../../supabase/mount.ts'

/** The settings of accounts while they run, mounted into the control API, which guards them. */
export function accountControl(auth: MountedAuth): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>().basePath('/accounts')
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
