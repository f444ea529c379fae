import type { Hono } from 'hono'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { canAccess } from '../grants.ts'
import { isEnabled, requireDataset } from './request.ts'

/** Adds GET `/data/doc/:dataset/:ids` (https://www.sanity.io/docs/http-reference/doc): documents by id, as stored. */
export function addDocRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  routes.get('/data/doc/:dataset/:ids', (c) => {
    const dataset = requireDataset(contentLake, c)
    const ids = [...new Set(c.req.param('ids').split(','))].filter((id) => id !== '')
    const isReadable = (id: string) => canAccess(c.get('identity'), 'read', id)
    const found = ids.map((id) => dataset.get(id)).filter((document) => document !== undefined)
    const documents = found.filter(({ _id }) => isReadable(_id))
    const omitted = ids
      .filter((id) => !documents.some(({ _id }) => _id === id))
      .map((id) => ({ id, reason: dataset.get(id) ? 'permission' : 'existence' }))
    return c.json({ documents: isEnabled(c, 'excludeContent') ? [] : documents, omitted })
  })
}
