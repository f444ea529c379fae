import type { Hono } from 'hono'
import { hasRole } from '../auth/accounts.ts'
import type { LakeEnvironment } from '../context.ts'
import { ApiError, badRequest } from '../errors.ts'
import type { ContentLake } from '../lake.ts'
import { mutateBeside } from '../mutationRunner.ts'
import type { QueryRunner } from '../queryRunner.ts'
import type { SanityDocument } from '../types.ts'
import { isObject } from '../values.ts'
import { type DataContext, datasetOf, jsonBody, requireMember, writableDatasetOf } from './request.ts'

const TYPE = 'system.schema'
const PREFIX = '_.schemas.'
/** What the names of workspaces and tags may have in an id; the command line writes anything else as `_`. */
const NAME = /^[a-zA-Z0-9_-]+$/

/** The document of a deployed schema. Throws an HttpError (400) on anything else. */
function documentOf(given: unknown): Record<string, unknown> {
  const { schema, version, workspace, tag } = isObject(given) ? given : {}
  const name = isObject(workspace) && typeof workspace.name === 'string' ? workspace.name : ''
  if (name === '' || schema === undefined) throw badRequest('"workspace" and "schema" are required')
  if (tag !== undefined && !(typeof tag === 'string' && NAME.test(tag))) throw badRequest('Invalid "tag"')
  const _id = `${PREFIX}${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}${tag === undefined ? '' : `.tag.${tag}`}`
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema)
  return { _id, _type: TYPE, version, workspace, schema: text, ...(tag === undefined ? {} : { tag }) }
}

/** The command line takes 401 for a role that may not. */
function requireAdministrator(c: DataContext): void {
  if (hasRole(c.get('identity'), 'administrator')) return
  const message = 'Insufficient permissions; permission "deployStudio" required'
  throw new ApiError(401, message, { statusCode: 401, error: 'Unauthorized', message })
}

/**
 * The schemas that `sanity schemas deploy` keeps in a dataset, as documents
 * (https://www.sanity.io/docs/apis-and-sdks/schema-deployment).
 */
export function addSchemaRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake, runner: QueryRunner): void {
  const base = '/projects/:project/datasets/:dataset/schemas'
  const schemasIn = (c: DataContext): SanityDocument[] => {
    requireMember(c)
    const dataset = datasetOf(lake, c)
    const documents = [...dataset.idsOfType(TYPE)].sort().map((id) => dataset.get(id))
    return documents.filter((document) => document !== undefined).filter(({ _id }) => _id.startsWith(PREFIX))
  }
  const mutate = (c: DataContext, mutations: unknown[]) =>
    mutateBeside(writableDatasetOf(lake, c), runner, c.get('identity'), mutations, {})

  routes.get(base, (c) => c.json(schemasIn(c)))
  routes.get(`${base}/:id`, (c) => c.json(schemasIn(c).filter(({ _id }) => _id === c.req.param('id'))))
  routes.put(base, async (c) => {
    requireAdministrator(c)
    const { schemas } = await jsonBody(c)
    if (!Array.isArray(schemas)) throw badRequest('"schemas" must be an array')
    await mutate(
      c,
      schemas.map((schema) => ({ createOrReplace: documentOf(schema) })),
    )
    return c.json(schemasIn(c))
  })
  routes.delete(`${base}/:id`, async (c) => {
    requireAdministrator(c)
    const id = c.req.param('id')
    const deleted = schemasIn(c).some(({ _id }) => _id === id)
    if (deleted) await mutate(c, [{ delete: { id } }])
    return c.json({ deleted })
  })
}
