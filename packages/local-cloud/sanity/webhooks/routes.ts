import { Hono } from 'hono'
import { parseBody } from '../../http/body.ts'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { ApiError } from '../errors.ts'
import { matchesChange, projectDocument } from '../queries.ts'
import type { SanityDocument } from '../types.ts'
import { describeHook, type HookSettings, hookSettingsSchema } from './hook.ts'
import type { HookStore } from './store.ts'

const EXAMPLE_DOCUMENT: SanityDocument = {
  _id: 'example',
  _type: 'example',
  _rev: 'example',
  _createdAt: '2025-01-01T00:00:00Z',
  _updatedAt: '2025-01-01T00:00:00Z',
}

/** Throws an HttpError (400, 408, 501) when the rule's filter or projection can't be evaluated. */
function checkRule(contentLake: ContentLake, { rule }: HookSettings): void {
  const dataset = contentLake.list()[0]
  if (!dataset) return
  const change = { before: null, after: EXAMPLE_DOCUMENT }
  try {
    matchesChange(rule.filter, change, dataset)
    projectDocument(rule.projection, change, dataset)
  } catch (error) {
    if (error instanceof ApiError) throw new HttpError(error.status, `Invalid rule: ${error.message}`)
    throw error
  }
}

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
    checkRule(contentLake, settings)
    return c.json(describeHook(store.create(settings, c.var.identity?.id ?? '')), 201)
  })

  routes.delete(`${hooksPath}/:id`, (c) => {
    const id = c.req.param('id')
    if (!store.delete(id)) throw new HttpError(404, `Webhook "${id}" not found`)
    return c.json({ id, deleted: true })
  })
  return routes
}
