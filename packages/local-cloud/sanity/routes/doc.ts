import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { mayAccess } from '../grants.ts'
import { publishedIdOf } from '../ids.ts'
import type { ContentLake } from '../lake.ts'
import type { Identity, SanityDocument } from '../types.ts'
import { datasetOf, flag } from './request.ts'

type Omitted = { id: string; reason: 'existence' | 'permission' }

/** The ids of the documents behind published ids that the caller may read: not even the ids of others are told. */
function allVersions(dataset: Dataset, ids: readonly string[], identity: Identity): string[] {
  const found = new Map<string, string[]>(ids.map((id) => [publishedIdOf(id), []]))
  for (const { _id } of dataset.all()) {
    if (mayAccess(identity, 'read', _id)) found.get(publishedIdOf(_id))?.push(_id)
  }
  return [...found.values()].flat()
}

function lookUp(dataset: Dataset, ids: string[], identity: Identity) {
  const documents: SanityDocument[] = []
  const omitted: Omitted[] = []
  for (const id of ids) {
    const document = dataset.get(id)
    if (!document) omitted.push({ id, reason: 'existence' })
    else if (mayAccess(identity, 'read', id)) documents.push(document)
    else omitted.push({ id, reason: 'permission' })
  }
  return { documents, omitted }
}

/** GET `/data/doc/:dataset/:ids` (https://www.sanity.io/docs/http-reference/doc): documents by id, as stored. */
export function addDocRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake): void {
  routes.get('/data/doc/:dataset/:ids', (c) => {
    const dataset = datasetOf(lake, c)
    const identity = c.get('identity')
    // However often one is named, it is answered once.
    const given = [...new Set(c.req.param('ids').split(','))].filter((id) => id !== '')
    const ids = flag(c, 'includeAllVersions') ? allVersions(dataset, given, identity) : given
    const { documents, omitted } = lookUp(dataset, ids, identity)
    return c.json({ documents: flag(c, 'excludeContent') ? [] : documents, omitted })
  })
}
