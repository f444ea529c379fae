import { createClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, raw, startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const port = () => cloud.config.portBase + 1
const writeToken = () => cloud.env.SANITY_API_WRITE_TOKEN

/** Asks the main port under another name of it. */
function at(
  host: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return raw(`http://127.0.0.1:${port()}${path}`, {
    method: options.method ?? 'GET',
    headers: { ...options.headers, host },
    ...(options.body === undefined ? {} : { body: options.body }),
  })
}

describe('the host of the project', () => {
  const own = () => `local.localhost:${port()}`

  test('answers as the API itself, with the same rights', async () => {
    const me = await at(own(), '/v1/users/me', { headers: bearer(writeToken()) })
    expect([me.status, JSON.parse(me.body).role]).toEqual([200, 'administrator'])
    const mutations = JSON.stringify({ mutations: [{ create: { _type: 'post' } }] })
    const write = (headers: Record<string, string>) =>
      at(own(), '/v1/data/mutate/production', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: mutations,
      })
    expect((await write(bearer(writeToken()))).status).toBe(200)
    expect((await write({})).status).toBe(403)
  })

  test('lets the same pages in, and no others', async () => {
    const preflight = (origin: string) =>
      at(own(), '/v1/intake/telemetry-status', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    const allowed = await preflight(cloud.config.siteOrigin)
    expect(allowed.status).toBe(204)
    expect(allowed.headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
    expect((await preflight('http://evil.example')).status).toBe(403)
  })

  test('lets people sign in', async () => {
    const answer = await at(
      own(),
      `/v1/auth/login/local?origin=${encodeURIComponent(cloud.config.siteOrigin)}&projectId=local&withSid=true`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${own()}` },
        body: 'account=editor',
      },
    )
    expect(answer.status).toBe(303)
  })

  test('sends streams on to where the API’s are, which pages allow', async () => {
    const { status, headers } = await at(own(), `/v1/data/listen/production?query=${encodeURIComponent('*')}`)
    expect(status).toBe(307)
    const location = new URL(String(headers.location))
    expect(cloud.env.SANITY_STREAM_ORIGINS.split(' ')).toContain(location.origin)
    const stream = new AbortController()
    const answer = await fetch(location, { signal: stream.signal })
    expect(answer.status).toBe(200)
    stream.abort()
  })

  test.each(['other.localhost', 'local.localhost.evil.example', 'x.local.localhost', 'local.example'])(
    'is not %s',
    async (name) => {
      expect((await at(`${name}:${port()}`, '/v1/ping')).status).toBe(421)
    },
  )

  test('is none of the other vendors’', async () => {
    const answer = await raw(`http://127.0.0.1:${port() + 2}/`, {
      headers: { host: `local.localhost:${port() + 2}` },
    })
    expect(answer.status).toBe(421)
  })
})

test.each([
  ['GET', '/v1/journey/scheduled-drafts', 200],
  ['GET', '/v1/journey/content-releases', 200],
  ['GET', '/v1/journey/trial?studioVersion=6.16.0', 200],
  ['GET', '/v1/journey/announcements', 200],
  ['GET', '/v1/help?locale=en-US', 200],
  ['GET', '/v1/schedules/local/production?limit=1', 200],
  ['GET', '/v1/data/ping/production', 200],
  ['GET', '/v1/assist/tasks/instruction/production/status?projectId=local', 200],
  ['HEAD', '/v1/graphql/production/default', 404],
  ['GET', '/v1/aliases', 200],
  ['GET', '/v1/apis/graphql', 200],
  ['GET', '/v1/invitations/project/local', 200],
  ['GET', '/v1/projects/local/user-applications', 200],
  ['GET', '/v1/user-applications', 200],
  ['GET', '/v1/features', 200],
  ['GET', '/v1/hooks/projects/local', 200],
  ['GET', '/v1/projects/local/cors', 200],
  ['GET', '/v1/projects/local/datasets/copy', 200],
  ['GET', '/v1/projects/local/datasets/production/backups', 200],
  // What is part of a plan says so, and what else would really do something that it can't.
  ['PUT', '/v1/datasets/production/copy', 402],
  ['PUT', '/v1/aliases/live', 402],
  ['PUT', '/v1/projects/local/datasets/production/settings/backups', 402],
  ['POST', '/v1/invitations/project/local', 402],
  ['POST', '/v1/schedules/local/production', 501],
  ['POST', '/v1/agent/action/generate/production', 501],
])('%s %s answers %i, as an account without the feature gets', async (method, path, status) => {
  const answer = await raw(`http://localhost:${port()}${path}`, { method, headers: bearer(writeToken()) })
  expect(answer.status).toBe(status)
})

test('the stream of an agent’s bundles says that there are none, and ends', async () => {
  const answer = await at(`localhost:${port()}`, '/v1/agent/local/bundles/mine/listen')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream'])
  expect(answer.body).toContain('event: bundles\ndata: {"bundles":[]}\n\n')
})

test('no dataset belongs to another, such as one for comments', async () => {
  const list = async (query: string) =>
    z
      .array(z.object({ name: z.string() }))
      .parse(
        JSON.parse(
          (await raw(`${cloud.api}/projects/local/datasets${query}`, { headers: bearer(writeToken()) })).body,
        ),
      )
  expect((await list('')).map(({ name }) => name)).toEqual(['production'])
  expect(await list('?datasetProfile=comments&addonFor=production')).toEqual([])
})

test('a dataset answers as a resource too', async () => {
  const client = createClient({
    resource: { type: 'dataset', id: 'local.production' },
    apiHost: cloud.env.NEXT_PUBLIC_SANITY_API_HOST,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    token: writeToken(),
  })
  await client.create({ _id: 'as-resource', _type: 'post', title: 'here' })
  expect(await client.fetch('*[_id == $id][0].title', { id: 'as-resource' })).toBe('here')
  expect(await client.getDocument('as-resource')).toMatchObject({ title: 'here' })
})

test('projects are listed, and found by their id', async () => {
  const client = cloud.client(writeToken())
  expect(await client.projects.list()).toMatchObject([{ id: 'local' }])
  expect(await client.projects.getById('local')).toMatchObject({
    id: 'local',
    displayName: expect.any(String),
    createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  })
})

test('the tokens of the project are listed for administrators, without their secrets', async () => {
  const list = (token: string) => raw(`${cloud.api}/access/project/local/robots`, { headers: bearer(token) })
  expect((await list(cloud.env.SANITY_API_READ_TOKEN)).status).toBe(403)
  const { body } = await list(writeToken())
  expect(JSON.parse(body).data).toContainEqual({
    id: 'r-write',
    label: 'Provisioning',
    expiresAt: null,
    memberships: [{ resourceType: 'project', resourceId: 'local', roleNames: ['administrator'] }],
  })
  expect(body).not.toContain(writeToken())
})

test('the roles that tokens may have are listed for administrators, as the CLI asks before it makes one', async () => {
  const list = (token: string) => raw(`${cloud.api}/access/project/local/roles`, { headers: bearer(token) })
  expect((await list(cloud.env.SANITY_API_READ_TOKEN)).status).toBe(403)
  const { data, nextCursor } = JSON.parse((await list(writeToken())).body)
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    'administrator',
    'editor',
    'contributor',
    'viewer',
  ])
  expect(nextCursor).toBeNull()
  expect(data[0]).toMatchObject({ title: 'Administrator', appliesToUsers: true, appliesToRobots: true })
})

test('private datasets are offered to who creates one', async () => {
  const { body } = await raw(`${cloud.api}/features`, { headers: bearer(writeToken()) })
  expect(JSON.parse(body)).toContain('privateDataset')
})

test('a token that an administrator makes has the rights of its role, until it is deleted', async () => {
  const make = (token: string, role: string) =>
    raw(`${cloud.api}/access/project/local/robots`, {
      method: 'POST',
      headers: { ...bearer(token), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        label: 'Reads',
        memberships: [{ resourceType: 'project', resourceId: 'local', roleNames: [role] }],
      }),
    })
  expect((await make(cloud.env.SANITY_API_READ_TOKEN, 'viewer')).status).toBe(403)
  expect((await make(writeToken(), 'nobody')).status).toBe(400)
  const { status, body } = await make(writeToken(), 'editor')
  expect(status).toBe(201)
  const { id, token } = JSON.parse(body)
  const ask = (path: string) => raw(`${cloud.api}${path}`, { headers: bearer(token) })
  expect((await ask('/projects/local')).status).toBe(200)
  expect((await ask('/projects/local/cors')).status).toBe(403)
  const made = await cloud.client(token).create({ _type: 'post', title: 'by a robot' })
  expect(made.title).toBe('by a robot')

  const robots = async () =>
    (await raw(`${cloud.api}/access/project/local/robots`, { headers: bearer(writeToken()) })).body
  expect(JSON.parse(await robots()).data).toContainEqual(expect.objectContaining({ id, label: 'Reads' }))
  const remove = (name: string, by = writeToken()) =>
    raw(`${cloud.api}/access/project/local/robots/${name}`, { method: 'DELETE', headers: bearer(by) })
  const rotate = (by: string) =>
    raw(`${cloud.api}/access/robots/me/rotate`, { method: 'POST', headers: bearer(by) })
  expect((await rotate(writeToken())).status).toBe(400)
  const rotated = JSON.parse((await rotate(token)).body)
  expect(rotated).toMatchObject({ id, label: 'Reads' })
  expect((await ask('/projects/local')).status).toBe(401)
  const again = await raw(`${cloud.api}/projects/local`, { headers: bearer(rotated.token) })
  expect(again.status).toBe(200)
  expect((await remove(id, rotated.token)).status).toBe(403)
  expect((await remove('r-write')).status).toBe(400)
  expect((await remove(id)).status).toBe(200)
  expect((await remove(id)).status).toBe(404)
  expect((await ask('/projects/local')).status).toBe(401)
  expect(await robots()).not.toContain(id)
})
