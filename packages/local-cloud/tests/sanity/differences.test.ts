import { afterAll, beforeAll, expect, test } from 'vitest'
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
