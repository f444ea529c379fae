import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createErrorHandler } from '../http/errors.ts'
import { ContentLake } from './contentLake.ts'
import type { SanityEnvironment } from './context.ts'
import { createDataRoutes } from './routes.ts'
import type { Role } from './types.ts'

const ROLES: Role[] = ['administrator', 'editor', 'viewer']
let dir: string
let contentLake: ContentLake
let app: Hono<SanityEnvironment>

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'content-lake-'))
  contentLake = new ContentLake({ dir })
  app = new Hono<SanityEnvironment>()
  // Here, the bearer token is the name of the role.
  app.use(async (c, next) => {
    const role = ROLES.find((name) => c.req.header('authorization') === `Bearer ${name}`)
    c.set('identity', role ? { id: role, role } : null)
    await next()
  })
  app.route('/:version', createDataRoutes(contentLake))
  app.onError(createErrorHandler(() => {}))
  await send('POST', '/v2025-02-19/data/mutate/production', {
    mutations: [
      { create: { _id: 'a', _type: 'page', title: 'A' } },
      { create: { _id: 'drafts.a', _type: 'page', title: 'A, edited', to: { _ref: 'a' } } },
    ],
  })
})
afterEach(() => {
  contentLake.close()
  rmSync(dir, { recursive: true })
})

async function send(method: string, path: string, body?: unknown, token = 'editor') {
  const response = await app.request(path, {
    method,
    headers: token ? { authorization: `Bearer ${token}`, 'content-type': 'application/json' } : {},
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isNdjson = response.headers.get('content-type')?.includes('ndjson')
  const lines = isNdjson ? text.split('\n').filter((line) => line !== '') : []
  return {
    status: response.status,
    json: isNdjson ? lines.map((line) => JSON.parse(line)) : JSON.parse(text),
  }
}
const get = (path: string, token?: string) => send('GET', path, undefined, token)
const formatSearch = (params: Record<string, string>) => new URLSearchParams(params).toString()

describe('query', () => {
  const path = '/v2025-02-19/data/query/production'

  test('accepts a query in a GET request, and returns it unless returnQuery=false', async () => {
    const query = '*[_id == $id][0].title'
    const params = { query, $id: '"a"' }
    expect(await get(`${path}?${formatSearch(params)}`)).toMatchObject({
      status: 200,
      json: { query, result: 'A', ms: expect.any(Number), syncTags: [expect.stringMatching(/^s1:/)] },
    })
    const draftsResponse = await get(
      `${path}?${formatSearch({ ...params, perspective: 'drafts', returnQuery: 'false' })}`,
    )
    expect(draftsResponse.json.result).toBe('A, edited')
    expect(draftsResponse.json).not.toHaveProperty('query')
    expect(draftsResponse.json).not.toHaveProperty('resultSourceMap')
  })

  test('hides drafts from anonymous callers', async () => {
    const { json } = await get(`${path}?${formatSearch({ query: '*[].title', perspective: 'raw' })}`, '')
    expect(json.result).toEqual(['A'])
  })

  test.each([
    [{ query: '*[' }, 400, 'queryParseError'],
    [{ query: '' }, 400, 'validationError'],
    [{ query: '*', $id: 'not json' }, 400, 'validationError'],
    [{ query: '*', perspective: 'a b' }, 400, 'validationError'],
    [{ query: '$n', $n: `${'['.repeat(7000)}${']'.repeat(7000)}` }, 400, 'validationError'],
    [{ query: 'geo::distance(1, 2)' }, 501, 'notImplemented'],
    [{ query: '*', explain: 'true' }, 501, 'notImplemented'],
  ])('responds to $0 with $1', async (params, status, type) => {
    expect(await get(`${path}?${formatSearch(params)}`)).toMatchObject({ status, json: { error: { type } } })
  })
})

test('doc returns stored documents, and the reason for each omitted id', async () => {
  const path = '/v2025-02-19/data/doc/production'
  const { json } = await get(`${path}/a,drafts.a,nope`)
  expect(json.documents.map((document: { _id: string }) => document._id)).toEqual(['a', 'drafts.a'])
  expect(json.omitted).toEqual([{ id: 'nope', reason: 'existence' }])
  expect((await get(`${path}/a,drafts.a`, '')).json).toMatchObject({
    documents: [{ _id: 'a' }],
    omitted: [{ id: 'drafts.a', reason: 'permission' }],
  })
  expect((await get(`${path}/a?excludeContent=true`)).json).toEqual({ documents: [], omitted: [] })
  const reordered = (await get(`${path}/drafts.a,a,nope,a,drafts.a,nope`)).json
  expect(reordered.documents.map(({ _id }: { _id: string }) => _id)).toEqual(['drafts.a', 'a'])
  expect(reordered.omitted).toHaveLength(1)
})

test('mutate returns ids or documents, and rejects invalid or unauthorized requests', async () => {
  const path = '/v2025-02-19/data/mutate/production'
  const mutations = [{ patch: { id: 'a', set: { n: 1 } } }]
  expect((await send('POST', path, { mutations, transactionId: 't1' })).json).toEqual({ transactionId: 't1' })
  const withIds = await send('POST', `${path}?returnIds=true&dryRun=true`, { mutations })
  expect(withIds.json.results).toEqual([{ id: 'a', operation: 'update' }])
  const withDocuments = await send('POST', `${path}?returnDocuments=true&visibility=async`, { mutations })
  expect(withDocuments.json.results[0].document).toMatchObject({ _id: 'a', n: 1 })
  expect((await send('POST', path, 'no json')).status).toBe(400)
  expect((await send('POST', path, { mutations }, '')).status).toBe(403)
  expect((await send('POST', path, { mutations }, 'viewer')).status).toBe(403)
})

test('actions return the transaction id, 403 to a viewer, or 501 for an unsupported action', async () => {
  const path = '/v2025-02-19/data/actions/production'
  const actions = [{ actionType: 'sanity.action.document.publish', draftId: 'drafts.a', publishedId: 'a' }]
  expect(await send('POST', path, { actions }, 'viewer')).toMatchObject({ status: 403 })
  expect(await send('POST', path, { actions, transactionId: 't1' })).toEqual({
    status: 200,
    json: { transactionId: 't1' },
  })
  const variant = { actions: [{ actionType: 'sanity.action.document.variant.create' }] }
  expect(await send('POST', path, variant)).toMatchObject({
    status: 501,
    json: { error: { type: 'notImplemented', description: expect.stringContaining('variant.create') } },
  })
})

describe('history', () => {
  test('requires a role in the project', async () => {
    for (const path of ['documents/a', 'transactions/a', 'transactions', 'events/documents/a']) {
      expect((await get(`/v1/data/history/production/${path}`, '')).status).toBe(401)
      expect((await get(`/v1/data/history/production/${path}`, 'viewer')).status).toBe(200)
    }
  })

  test('returns transactions of documents by range and limit, with effects on request', async () => {
    const path = '/v1/data/history/production/transactions/a,drafts.a'
    for (const n of [1, 2, 3]) {
      await send('POST', '/v1/data/mutate/production', {
        mutations: [{ patch: { id: 'a', set: { n } } }],
        transactionId: `t${n}`,
      })
    }
    const readIds = async (params: Record<string, string>) =>
      (await get(`${path}?${formatSearch(params)}`)).json.map((transaction: { id: string }) => transaction.id)
    expect((await readIds({})).slice(1)).toEqual(['t1', 't2', 't3'])
    expect(await readIds({ reverse: 'true', limit: '2' })).toEqual(['t3', 't2'])
    expect(await readIds({ fromTransaction: 't1', toTransaction: 't2' })).toEqual(['t1', 't2'])
    expect(await readIds({ fromTransaction: 'never' })).toEqual([])
    expect(await readIds({ toTransaction: 'never' })).toEqual([])
    expect(await readIds({ fromTransaction: '', toTransaction: 't1' })).toContain('t1')
    expect((await get(`${path}?fromTime=soon`)).status).toBe(400)
    const { json } = await get(
      `${path}?${formatSearch({ fromTransaction: 't1', limit: '1', effectFormat: 'mendoza', excludeContent: 'true' })}`,
    )
    expect(json).toEqual([
      {
        id: 't1',
        timestamp: expect.any(String),
        author: 'editor',
        documentIDs: ['a'],
        effects: { a: { apply: expect.any(Array), revert: expect.any(Array) } },
      },
    ])
    expect((await get(`${path}?limit=0`)).status).toBe(400)
  })

  test('returns transactions of the whole dataset, including deletions', async () => {
    await send('POST', '/v1/data/mutate/production', {
      mutations: [{ delete: { id: 'drafts.a' } }, { delete: { id: 'a' } }],
      transactionId: 'gone',
    })
    const path = '/v1/data/history/production/transactions'
    const { json } = await get(
      `${path}?${formatSearch({ reverse: 'true', limit: '1', excludeContent: 'true' })}`,
    )
    expect(json).toEqual([
      { id: 'gone', timestamp: expect.any(String), author: 'editor', documentIDs: ['drafts.a', 'a'] },
    ])
    expect((await get(`${path}?fromTime=2999-01-01T00:00:00Z`)).json).toEqual([])
    expect((await get(path)).json).toHaveLength(2)
  })

  test('returns documents at a revision and at a time', async () => {
    const path = '/v1/data/history/production/documents/a'
    const { json } = await get(path)
    expect(json.documents).toMatchObject([{ _id: 'a', title: 'A' }])
    expect((await get(`${path}?time=1999-01-01T00:00:00Z`)).json.documents).toEqual([])
    expect((await get(`${path}?time=soon`)).status).toBe(400)
    expect((await get(`${path}?time=1999-01-01T00:00:00Z&revision=t1`)).status).toBe(400)
    expect((await get(`${path}?revision=${json.documents[0]._rev}`)).json).toEqual(json)
  })
})

test('export returns one document per line, and drafts only to callers with a role', async () => {
  expect((await get('/v1/data/export/production')).json).toHaveLength(2)
  expect((await get('/v1/data/export/production', '')).json).toMatchObject([{ _id: 'a' }])
})
