import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import { badRequest, notImplemented } from '../errors.ts'
import type { ContentLake } from '../lake.ts'
import { parsePerspective, seesVersions } from '../perspectives.ts'
import type { QueryRequest } from '../queries.ts'
import type { QueryRunner } from '../queryRunner.ts'
import { hasInfiniteNumber, isObject, isStringArray, type JsonObject } from '../values.ts'
import { apiVersionOf, type DataContext, datasetOf, jsonBody } from './request.ts'

/** GROQ parameters of a URL: `$name=<JSON>`. Throws an ApiError (400) on a value that isn't JSON, or out of range. */
export function queryParams(c: DataContext): JsonObject {
  const params: JsonObject = {}
  for (const [key, value] of Object.entries(c.req.query())) {
    if (!key.startsWith('$')) continue
    try {
      params[key.slice(1)] = JSON.parse(value)
    } catch {
      throw badRequest(`Parameter "${key}" is not valid JSON`)
    }
    if (hasInfiniteNumber(params[key.slice(1)])) {
      throw badRequest(`Parameter "${key}" has a number that is out of range`)
    }
  }
  return params
}

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
  const json = await runner.answer(datasetOf(lake, c), request, withQuery)
  return c.body(json, 200, { 'content-type': 'application/json' })
}

/** GET and POST `/data/query/:dataset` (https://www.sanity.io/docs/http-reference/query). */
export function addQueryRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake, runner: QueryRunner): void {
  routes.get('/data/query/:dataset', (c) => answer(lake, runner, c, c.req.query('query'), queryParams(c), {}))
  routes.post('/data/query/:dataset', async (c) => {
    const body = await jsonBody(c)
    const params = isObject(body.params) ? body.params : {}
    return answer(lake, runner, c, body.query, { ...queryParams(c), ...params }, body)
  })
}
