import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { mayAccess } from '../grants.ts'
import { publishedIdOf } from '../ids.ts'
import type { ContentLake } from '../lake.ts'
import type { Identity, SanityDocument } from '../types.ts'
import { datasetOf, flag } from './request.ts'

type Omitted = { id: string; reason: 'existence' | 'permission' }

/** The documents behind a published id that the caller may read: not even the ids of others are told. */
function allVersions(dataset: Dataset, id: string, identity: Identity): SanityDocument[] {
  const published = publishedIdOf(id)
  return [...dataset.all()].filter(
    ({ _id }) => publishedIdOf(_id) === published && mayAccess(identity, 'read', _id),
  )
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
    const given = c.req
      .param('ids')
      .split(',')
      .filter((id) => id !== '')
    const ids = flag(c, 'includeAllVersions')
      ? given.flatMap((id) => allVersions(dataset, id, identity).map((document) => document._id))
      : given
    const { documents, omitted } = lookUp(dataset, ids, identity)
    return c.json({ documents: flag(c, 'excludeContent') ? [] : documents, omitted })
  })
}
