import type { Hono } from 'hono'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { DocumentSet } from '../documentSet.ts'
import { badRequest, notImplemented } from '../errors.ts'
import { hasRole } from '../grants.ts'
import { parseGroqParams } from '../params.ts'
import { type Documents, parsePerspective } from '../perspectives.ts'
import { type QueryRequest, runQuery } from '../queries.ts'
import { isObject, isStringArray, type JsonObject } from '../values.ts'
import { type DataContext, getApiVersion, readJsonBody, requireDataset } from './request.ts'

const emptyDocuments: Documents = Object.assign(new DocumentSet(), { name: '' })

function respond(
  contentLake: ContentLake,
  c: DataContext,
  query: unknown,
  params: JsonObject,
  body: JsonObject,
): Response {
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('"query" is missing')
  const explain = c.req.query('explain')
  if (explain !== undefined && explain !== 'false') throw notImplemented('Explaining a query ("explain")')
  const bodyPerspective = body.perspective
  const perspective =
    typeof bodyPerspective === 'string' || isStringArray(bodyPerspective)
      ? bodyPerspective
      : c.req.query('perspective')
  const request: QueryRequest = {
    query,
    params,
    perspective: parsePerspective(perspective, getApiVersion(c)),
    identity: c.get('identity'),
    resultSourceMap: ['true', 'withKeyArraySelector'].includes(c.req.query('resultSourceMap') ?? ''),
  }
  const isPrivate = contentLake.getAclMode(c.req.param('dataset') ?? '') === 'private'
  // As in Sanity, a private dataset appears empty to a caller without a role, instead of causing an error.
  const isEmpty = isPrivate && !hasRole(request.identity, 'viewer')
  const documents = isEmpty ? emptyDocuments : requireDataset(contentLake, c)
  const response = runQuery(documents, request)
  return c.json(c.req.query('returnQuery') === 'false' ? response : { query, ...response })
}

/** GET and POST `/data/query/:dataset` (https://www.sanity.io/docs/http-reference/query). */
export function addQueryRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  const readParams = (c: DataContext) => parseGroqParams(Object.entries(c.req.query()))
  routes.get('/data/query/:dataset', (c) => respond(contentLake, c, c.req.query('query'), readParams(c), {}))
  routes.post('/data/query/:dataset', async (c) => {
    const body = await readJsonBody(c)
    const params = isObject(body.params) ? body.params : {}
    return respond(contentLake, c, body.query, { ...readParams(c), ...params }, body)
  })
}
