import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, sendRawRequest, startTestCloud, type TestCloud } from '../../tests/support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

function buildLoginUrl(origin: string, extraQuery = 'withSid=true') {
  const host = cloud.env.NEXT_PUBLIC_SANITY_API_HOST
  return `${host}/v1/auth/login/local?origin=${encodeURIComponent(origin)}&projectId=local&${extraQuery}`
}

function submitAccount(
  account: string,
  origin = `${cloud.config.siteOrigin}/studio-admin`,
  extraQuery?: string,
) {
  return sendRawRequest(buildLoginUrl(origin, extraQuery), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: cloud.env.NEXT_PUBLIC_SANITY_API_HOST,
    },
    body: `account=${account}`,
  })
}

function parseSid(location: string | undefined): string {
  return /#sid=([^&]{20,})$/.exec(location ?? '')?.[1] ?? ''
}

async function signIn(account: string): Promise<string> {
  const { headers } = await submitAccount(account)
  const response = await sendRawRequest(`${cloud.api}/auth/fetch?sid=${parseSid(headers.location)}`)
  return JSON.parse(response.body).token
}

async function send(method: string, path: string, token?: string, body?: unknown) {
  const response = await sendRawRequest(`${cloud.api}${path}`, {
    method,
    headers: token ? bearer(token) : {},
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(response.body || '{}') }
}
const fetchJson = (path: string, token?: string) => send('GET', path, token)

describe('signing in and out', () => {
  test('shows the accounts on a sign-in page with a strict content security policy', async () => {
    const { body, headers } = await sendRawRequest(buildLoginUrl(`${cloud.config.siteOrigin}/studio-admin`))
    for (const role of ['administrator', 'editor', 'contributor', 'viewer'])
      expect(body).toContain(`value="${role}"`)
    expect(body).toContain('<html lang="en">')
    const policy = headers['content-security-policy']
    expect(policy).toContain(`form-action 'self' ${cloud.config.siteOrigin}`)
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('redirects to the Studio with a session id that is valid once', async () => {
    const { status, headers } = await submitAccount('editor')
    expect(status).toBe(303)
    expect(headers.location).toMatch(/^http:\/\/localhost:3999\/studio-admin#sid=/)
    expect(headers['set-cookie']).toBeUndefined()
    const url = `${cloud.api}/auth/fetch?sid=${parseSid(headers.location)}`
    const response = await sendRawRequest(url)
    expect(JSON.parse(response.body).token.length).toBeGreaterThan(32)
    expect((await sendRawRequest(url)).status).toBe(401)
  })

  test.each([
    'http://evil.example',
    'javascript:alert(1)',
    'http://localhost:1/',
    'http://localhost:3999@evil.example',
  ])('refuses a sign-in that would redirect to %s', async (origin) => {
    const page = await sendRawRequest(buildLoginUrl(origin))
    expect(page.status).toBe(403)
    const { status, headers } = await submitAccount('administrator', origin)
    expect([status, headers.location]).toEqual([403, undefined])
  })

  test('refuses a sign-in form that another origin submits', async () => {
    const response = await sendRawRequest(buildLoginUrl(cloud.config.siteOrigin), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://evil.example' },
      body: 'account=administrator',
    })
    expect(response.status).toBe(403)
  })

  test('ignores session cookies', async () => {
    const headers = {
      cookie: `sanitySession=${await signIn('administrator')}`,
      'content-type': 'text/plain',
      'sec-fetch-site': 'cross-site',
    }
    const body = '{"mutations":[{"create":{"_type":"post"}}]}'
    const url = `${cloud.api}/data/mutate/production`
    expect((await sendRawRequest(url, { method: 'POST', headers, body })).status).toBe(403)
    expect(JSON.parse((await sendRawRequest(`${cloud.api}/users/me`, { headers })).body)).toEqual({})
  })

  test('creates a session that survives a restart and ends at sign-out', async () => {
    const token = await signIn('administrator')
    cloud = await cloud.restart()
    expect(await fetchJson('/users/me', token)).toMatchObject({
      status: 200,
      body: {
        id: 'p-administrator',
        roles: [{ name: 'administrator', title: 'Administrator' }],
        provider: 'local',
      },
    })
    expect((await send('POST', '/auth/logout', token)).status).toBe(204)
    expect((await fetchJson('/users/me', token)).status).toBe(401)
  })

  test("does not revoke the site's read token at sign-out", async () => {
    const token = cloud.env.SANITY_API_READ_TOKEN
    await send('POST', '/auth/logout', token)
    expect((await fetchJson('/users/me', token)).status).toBe(200)
  })
})

describe('requests without a valid token', () => {
  test('return {} from /users/me when there is no token, for the sign-in screen', async () => {
    expect(await fetchJson('/users/me')).toEqual({ status: 200, body: {} })
  })

  test('return 401 when the token is invalid', async () => {
    const { status, body } = await fetchJson('/data/query/production?query=1', 'wrong')
    expect([status, body.message]).toEqual([401, 'Session not found'])
  })
})

describe('the project', () => {
  test('serves the requests that a Studio sends at startup, and returns 404 for another project', async () => {
    const token = await signIn('editor')
    expect((await fetchJson('/projects/local', token)).body).toMatchObject({
      id: 'local',
      organizationId: 'local',
    })
    expect((await fetchJson('/projects/local/datasets', token)).body).toMatchObject([{ name: 'production' }])
    expect((await fetchJson('/projects/local/user-applications', token)).body).toEqual([])
    expect((await fetchJson('/features', token)).body).toEqual(['privateDataset'])
    expect((await fetchJson('/access/requests/me', token)).body).toEqual([])
    expect((await fetchJson('/intake/telemetry-status', token)).body).toEqual({ status: 'denied' })
    expect((await fetchJson('/projects/other/datasets/production/acl', token)).status).toBe(404)
  })

  test('returns the permissions of viewers, contributors, editors and anonymous callers', async () => {
    const readPermissions = async (token?: string) =>
      (await fetchJson('/projects/local/datasets/production/acl', token)).body[0].permissions
    expect(await readPermissions(await signIn('viewer'))).toEqual(['read', 'history'])
    expect(await readPermissions(await signIn('editor'))).toContain('update')
    const contributor = await signIn('contributor')
    expect(await readPermissions(contributor)).toEqual(['read', 'history'])
    expect((await fetchJson('/projects/local/datasets/production/acl', contributor)).body[1]).toMatchObject({
      filter: '_id in path("drafts.**")',
      permissions: expect.arrayContaining(['create', 'update']),
    })
    expect(await readPermissions()).toEqual(['read'])
  })

  test('allows only administrators to create datasets, each with its own documents', async () => {
    const put = (token: string) => send('PUT', '/projects/local/datasets/extra', token, {})
    expect((await put(await signIn('editor'))).status).toBe(403)
    const administrator = await signIn('administrator')
    expect((await put(administrator)).status).toBe(200)
    expect((await put(administrator)).status).toBe(409)
    const client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
    await client.withConfig({ dataset: 'extra' }).create({ _id: 'x', _type: 'post' })
    expect(await client.fetch('count(*[_id == "x"])')).toBe(0)
  })

  test('allows only administrators to create a token, which has the permissions of the requested role', async () => {
    const robot = { label: 'Site', memberships: [{ roleNames: ['viewer'] }] }
    const create = (token: string) => send('POST', '/access/project/local/robots', token, robot)
    expect((await create(await signIn('editor'))).status).toBe(403)
    const { token } = (await create(await signIn('administrator'))).body
    expect((await fetchJson('/users/me', token)).body).toMatchObject({
      role: 'viewer',
      provider: 'sanity-token',
    })
  })

  test('lets administrators add an origin, from which users can then send requests and sign in', async () => {
    const token = await signIn('administrator')
    const origin = 'http://localhost:3777'
    const path = '/projects/local/cors'
    expect((await send('POST', path, await signIn('editor'), {})).status).toBe(403)
    const added = await send('POST', path, token, { origin, allowCredentials: true })
    expect(added.status).toBe(200)
    expect((await submitAccount('viewer', origin)).status).toBe(303)
    const response = await sendRawRequest(`${cloud.api}/users/me`, { headers: { origin } })
    expect(response.headers['access-control-allow-origin']).toBe(origin)
    await send('DELETE', `${path}/${added.body.id}`, token)
    expect((await submitAccount('viewer', origin)).status).toBe(403)
  })
})
