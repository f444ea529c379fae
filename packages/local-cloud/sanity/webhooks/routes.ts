import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { LakeEnvironment } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { ContentLake } from '../lake.ts'
import { matchesChange, projectDocument } from '../queries.ts'
import type { SanityDocument } from '../types.ts'
import { describeHook, type Hook, type HookSettings, readHookSettings } from './hook.ts'
import type { HookStore, Message } from './store.ts'

const EXAMPLE: SanityDocument = {
  _id: 'example',
  _type: 'example',
  _rev: 'example',
  _createdAt: '2025-01-01T00:00:00Z',
  _updatedAt: '2025-01-01T00:00:00Z',
}

/** Throws a 400 when the filter or projection can't be evaluated: better now than at the first publish. */
function checkRule(lake: ContentLake, { rule }: HookSettings): void {
  const dataset = lake.list()[0]
  if (!dataset) return
  const change = { before: null, after: EXAMPLE }
  try {
    matchesChange(rule.filter, change, dataset)
    projectDocument(rule.projection, change, dataset)
  } catch (error) {
    if (error instanceof ApiError) throw new HttpError(error.status, `Invalid rule: ${error.message}`)
    throw error
  }
}

function describeMessage(message: Message): Record<string, unknown> {
  const { id, hookId, payload, createdAt, status, failures, operation, documentId } = message
  return {
    id,
    hookId,
    projectId: 'local',
    createdAt,
    status: status === 'pending' ? 'queued' : status,
    failureCount: failures,
    payload,
    operation,
    documentId,
  }
}

/**
 * The webhooks API, `/hooks/projects/:project` (https://www.sanity.io/docs/http-reference/webhooks), for
 * administrators.
 */
export function hookRoutes(lake: ContentLake, store: HookStore): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  const base = '/hooks/projects/:project'

  const find = (id: string): Hook => {
    const hook = store.hook(id)
    if (hook) return hook
    throw new HttpError(404, `Webhook "${id}" not found`)
  }

  for (const path of [base, `${base}/*`]) {
    routes.use(path, async (c, next) => {
      requireRole(c.var.identity, 'administrator', 'sanity.project.webhooks/manage')
      if (c.req.param('project') !== lake.projectId) throw new HttpError(404, 'Project not found')
      await next()
    })
  }

  routes.get(base, (c) => c.json(store.hooks().map(describeHook)))
  routes.post(base, async (c) => {
    const settings = readHookSettings(await readJson(c.req))
    checkRule(lake, settings)
    return c.json(describeHook(store.create(settings, c.var.identity?.id ?? '')), 201)
  })

  routes.get(`${base}/attempts/:attempt`, (c) => {
    const attempt = store.attempts(undefined, 1000).find(({ id }) => id === c.req.param('attempt'))
    if (!attempt) throw new HttpError(404, 'Attempt not found')
    return c.json(attempt)
  })
  routes.get(`${base}/:id`, (c) => c.json(describeHook(find(c.req.param('id')))))
  routes.on(['PUT', 'PATCH'], `${base}/:id`, async (c) => {
    const hook = find(c.req.param('id'))
    const body = await readJson(c.req)
    if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
    const rule = isRecord(body.rule) ? { ...hook.rule, ...body.rule } : hook.rule
    const settings = readHookSettings({ ...hook, ...body, rule })
    checkRule(lake, settings)
    return c.json(describeHook(store.update(hook, settings)))
  })
  routes.delete(`${base}/:id`, (c) => {
    const hook = find(c.req.param('id'))
    store.delete(hook.id)
    return c.json({ id: hook.id, deleted: true })
  })
  routes.get(`${base}/:id/messages`, (c) =>
    c.json(store.messages(find(c.req.param('id')).id).map(describeMessage)),
  )
  routes.get(`${base}/:id/attempts`, (c) => c.json(store.attempts(find(c.req.param('id')).id)))
  return routes
}
