import { Hono } from 'hono'
import { z } from 'zod'
import { parseBody } from '../../http/body.ts'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { describeHook, hookSettingsSchema } from './hook.ts'
import type { HookStore } from './store.ts'

/**
 * The webhooks API, `/hooks/projects/:project` (https://www.sanity.io/docs/http-reference/webhooks), for
 * administrators.
 */
export function createHookRoutes(contentLake: ContentLake, store: HookStore): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()
  const hooksPath = '/hooks/projects/:project'

  for (const path of [hooksPath, `${hooksPath}/*`]) {
    routes.use(path, async (c, next) => {
      requireRole(c.var.identity, 'administrator', 'sanity.project.webhooks/manage')
      if (c.req.param('project') !== contentLake.projectId) throw new HttpError(404, 'Project not found')
      await next()
    })
  }

  routes.get(hooksPath, (c) => c.json(store.listHooks().map(describeHook)))
  routes.post(hooksPath, async (c) => {
    const settings = await parseBody(c.req, hookSettingsSchema)
    return c.json(describeHook(store.create(settings)), 201)
  })

  routes.patch(`${hooksPath}/:id`, async (c) => {
    const hook = store.findHook(c.req.param('id'))
    if (!hook) throw new HttpError(404, 'Webhook not found')
    const { type, ...changes } = await parseBody(c.req, z.looseObject({}))
    if (type !== undefined) throw new HttpError(400, '"type" is not allowed')
    const changed = { ...hook, ...hookSettingsSchema.parse({ ...hook, ...changes }) }
    store.update(changed)
    return c.json(describeHook(changed))
  })
  return routes
}
