import type { Hono } from 'hono'
import { Budget } from '../budget.ts'
import type { LakeEnvironment } from '../context.ts'
import { badRequest, notImplemented } from '../errors.ts'
import { readsEverything } from '../grants.ts'
import type { ContentLake } from '../lake.ts'
import { groqParams } from '../params.ts'
import { parsePerspective, seesVersions } from '../perspectives.ts'
import { answerQuery, type QueryRequest } from '../queries.ts'
import type { QueryRunner } from '../queryRunner.ts'
import { QUICK } from '../quickTime.ts'
import { ReadView } from '../readView.ts'
import { isObject, isStringArray, type JsonObject } from '../values.ts'
import { apiVersionOf, type DataContext, datasetOf, jsonBody } from './request.ts'

function sourceMapSetting(value: string | undefined): QueryRequest['resultSourceMap'] {
  if (value === 'withKeyArraySelector') return value
  return value === 'true'
}

async function answer(
  lake: ContentLake,
  runner: QueryRunner,
  c: DataContext,
  query: unknown,
  params: JsonObject,
  body: JsonObject,
): Promise<Response> {
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('"query" is missing')
  const explain = c.req.query('explain')
  if (explain !== undefined && explain !== 'false') throw notImplemented('Explaining a query ("explain")')
  const inBody = body.perspective
  const perspective =
    typeof inBody === 'string' || isStringArray(inBody) ? inBody : c.req.query('perspective')
  const request: QueryRequest = {
    query,
    params,
    perspective: parsePerspective(perspective, apiVersionOf(c)),
    identity: c.get('identity'),
    projectId: lake.projectId,
    versions: seesVersions(apiVersionOf(c)),
    resultSourceMap: sourceMapSetting(c.req.query('resultSourceMap')),
  }
  const withQuery = c.req.query('returnQuery') !== 'false'
  const isClosed = lake.aclModeOf(c.req.param('dataset') ?? '') === 'private'
  if (isClosed && !readsEverything(request.identity)) {
    // Sanity reports no error: to a caller without rights, a private dataset is empty.
    const empty = answerQuery(
      new ReadView({ name: '', file: '' }),
      request,
      withQuery,
      new Budget(QUICK),
    ).join('')
    return c.body(empty, 200, { 'content-type': 'application/json' })
  }
  const json = await runner.answer(datasetOf(lake, c), request, withQuery)
  return c.body(json, 200, { 'content-type': 'application/json' })
}

/** GET and POST `/data/query/:dataset` (https://www.sanity.io/docs/http-reference/query). */
export function addQueryRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake, runner: QueryRunner): void {
  const paramsOf = (c: DataContext) => groqParams(Object.entries(c.req.query()))
  routes.get('/data/query/:dataset', (c) => answer(lake, runner, c, c.req.query('query'), paramsOf(c), {}))
  routes.post('/data/query/:dataset', async (c) => {
    const body = await jsonBody(c)
    const params = isObject(body.params) ? body.params : {}
    return answer(lake, runner, c, body.query, { ...paramsOf(c), ...params }, body)
  })
}
