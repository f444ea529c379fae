import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, raw, startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const writer = () => cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)

test('paths are compared with paths', async () => {
  const ask = (query: string) => writer().fetch<unknown>(query)
  expect(await ask('path("a.b") in path("a.*")')).toBe(true)
  expect(await ask('path("a.b.c") in path("a.*")')).toBe(false)
  expect(await ask('path("a.b.c") in path("a.**")')).toBe(true)
  expect(await ask('"a.b.c" in path("**")')).toBe(true)
})

test.each([
  ['*{title} | score(title match "x")', 400, 'score() must come before projections'],
  ['*[0..9]{title}[0..2] | score(true)', 400, 'score() must come before projections'],
  ['geo({"lat": 1, "lng": 2})', 501, 'geo'],
])('%s is refused with %i', async (query, status, message) => {
  const refused = writer().fetch(query)
  await expect(refused).rejects.toMatchObject({
    statusCode: status,
    message: expect.stringContaining(message),
  })
})

test('scores come before projections', async () => {
  expect(await writer().fetch('*[_type == "none"] | score(title match "x") {_score}')).toEqual([])
})

test('a number that is none is refused, and not stored as null', async () => {
  const body = '{"mutations":[{"create":{"_type":"post","n":1e999}}]}'
  const answer = await raw(`${cloud.api}/data/mutate/production`, {
    method: 'POST',
    headers: { ...bearer(cloud.env.SANITY_API_WRITE_TOKEN), 'content-type': 'application/json' },
    body,
  })
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('out of range')])
})

test.each([
  ['inc', { inc: { n: 1e308 } }],
  ['dec', { dec: { n: -1e308 } }],
])('a number that %s makes too large is refused', async (_name, operations) => {
  await writer().createOrReplace({ _id: 'large', _type: 'post', n: 1.7e308 })
  await expect(writer().patch('large', operations).commit()).rejects.toMatchObject({ statusCode: 400 })
  expect(await writer().getDocument('large')).toMatchObject({ n: 1.7e308 })
})

test('a parameter that is out of range is refused', async () => {
  const { status } = await raw(`${cloud.api}/data/query/production?query=$n&$n=1e999`)
  expect(status).toBe(400)
})

describe('errors in the words and shapes that clients look for', () => {
  test('a private dataset: nobody’s session is found', async () => {
    await writer().datasets.create('closed', { aclMode: 'private' })
    const nobody = cloud.client().withConfig({ dataset: 'closed' })
    await expect(nobody.getDocument('plan')).rejects.toMatchObject({
      statusCode: 401,
      message: 'Unauthorized - Session not found',
      response: { body: { errorCode: 'SIO-401-ANF' } },
    })
  })

  test.each([
    ['/projects/other', { attributes: { type: 'project' }, errorCode: 'SIO-404-PNF' }],
    ['/projects/local/datasets/missing/acl', { error: 'Dataset not found' }],
  ])('%s is not there', async (path, expected) => {
    const answer = await raw(`${cloud.api}${path}`, { headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN) })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([404, expect.objectContaining(expected)])
  })

  test('datasets that are changed or deleted although they are not there', async () => {
    const missing = { statusCode: 404, response: { body: { error: 'Dataset not found' } } }
    await expect(writer().datasets.edit('missing', { aclMode: 'public' })).rejects.toMatchObject(missing)
    await expect(writer().datasets.delete('missing')).rejects.toMatchObject(missing)
  })

  test('a transaction that was made already', async () => {
    const make = () =>
      writer().transaction().create({ _type: 'post' }).transactionId('once-and-again').commit()
    await make()
    await expect(make()).rejects.toMatchObject({
      statusCode: 409,
      details: { type: 'transactionAlreadyExistsError' },
    })
  })

  test('a document that others refer to', async () => {
    await writer().create({ _id: 'target', _type: 'post' })
    const to = { _type: 'reference', _ref: 'target' }
    await writer().create({ _id: 'source', _type: 'post', to })
    await expect(writer().delete('target')).rejects.toMatchObject({
      statusCode: 409,
      details: {
        type: 'mutationError',
        items: [{ error: { type: 'documentHasExistingReferencesError', referencingIDs: ['source'] } }],
      },
    })
  })

  test('a caller who may not', async () => {
    const reader = cloud.client(cloud.env.SANITY_API_READ_TOKEN)
    await expect(reader.create({ _type: 'post' })).rejects.toMatchObject({
      statusCode: 403,
      details: { items: [{ error: { type: 'insufficientPermissionsError', permission: 'create' } }] },
    })
    const action = {
      actionType: 'sanity.action.document.publish',
      draftId: 'drafts.x',
      publishedId: 'x',
    } as const
    await writer().createOrReplace({ _id: 'drafts.x', _type: 'post' })
    await expect(reader.action(action)).rejects.toMatchObject({
      statusCode: 403,
      details: { type: 'insufficientPermissionsError' },
    })
  })

  test('a token of nobody ends the session', async () => {
    await expect(cloud.client('sk-nobody').fetch('*')).rejects.toMatchObject({
      statusCode: 401,
      response: { body: { errorCode: 'SIO-401-ANF' } },
    })
  })

  test('a query that cannot be read says where', async () => {
    await expect(writer().fetch('*[_type == ]')).rejects.toMatchObject({
      statusCode: 400,
      details: { type: 'queryParseError', start: expect.any(Number), end: expect.any(Number) },
    })
  })
})

test('patch paths with stars, and a splice without a count, from the client', async () => {
  await writer().createOrReplace({ _id: 'stars', _type: 'post', l: [{ n: 1 }, { n: 2 }], o: { a: 1, b: 1 } })
  const done = await writer()
    .patch('stars', { set: { 'l[*].n': 9 }, inc: { 'o.*': 1 } })
    .commit({ autoGenerateArrayKeys: true })
  expect(done).toMatchObject({ l: [{ n: 9 }, { n: 9 }], o: { a: 2, b: 2 } })
  expect(await writer().patch('stars').splice('l', 1).commit()).toMatchObject({ l: [{ n: 9 }] })
  expect(await writer().getDocument('stars')).toHaveProperty('l.length', 1)
})

test('without a token nobody hears of drafts and versions', async () => {
  const heard: string[] = []
  const options = { includeAllVersions: true, visibility: 'query' } as const
  const anyone = cloud
    .client()
    .listen('*[_type == "rumour"]', {}, { ...options, events: ['welcome', 'mutation'] })
  await new Promise<void>((resolve, reject) => {
    const subscription = anyone.subscribe({
      error: reject,
      next: async (event) => {
        if (event.type === 'mutation') {
          heard.push(event.documentId)
          subscription.unsubscribe()
          resolve()
          return
        }
        for (const _id of ['drafts.r', 'versions.v.r', 'secret.r', 'r']) {
          await writer().create({ _id, _type: 'rumour' })
        }
      },
    })
  })
  expect(heard).toEqual(['r'])
})

test('without a token nobody is told which drafts and versions there are', async () => {
  await writer().create({ _id: 'known', _type: 'post' })
  await writer().create({ _id: 'drafts.known', _type: 'post' })
  await writer().create({ _id: 'versions.secret.known', _type: 'post' })
  const answer = await raw(`${cloud.api}/data/doc/production/known?includeAllVersions=true`)
  expect(answer.body).toContain('"_id":"known"')
  expect(answer.body).not.toMatch(/drafts|secret/)
})

test('an origin without credentials does not write with the Studio’s cookie', async () => {
  const apiHost = cloud.env.NEXT_PUBLIC_SANITY_API_HOST
  const login = `${apiHost}/v1/auth/login/local?origin=${encodeURIComponent(cloud.config.siteOrigin)}&type=cookie`
  const { headers } = await raw(login, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: apiHost },
    body: 'account=administrator',
  })
  const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? ''
  const allow = (origin: string, allowCredentials: boolean) =>
    writer().request({ method: 'POST', url: '/projects/local/cors', body: { origin, allowCredentials } })
  await allow('http://localhost:7001', false)
  await allow('http://localhost:7002', true)
  const write = async (origin: string) => {
    const { status } = await raw(`${cloud.api}/data/mutate/production`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'text/plain' },
      body: '{"mutations":[{"create":{"_type":"post"}}]}',
    })
    return status
  }
  expect(await write('http://localhost:7001')).toBe(403)
  expect(await write('http://localhost:7002')).toBe(200)
})

test('a drawing may be large, since nobody unpacks it', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="20000"><rect width="30000" height="9000" fill="red"/></svg>',
  )
  const options = { filename: 'plan.svg', contentType: 'image/svg+xml' }
  expect(await writer().assets.upload('image', svg, options)).toMatchObject({
    extension: 'svg',
    metadata: { dimensions: { width: 30_000, height: 20_000 }, lqip: expect.any(String) },
  })
})
