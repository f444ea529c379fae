import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalCloud } from '../cloud.ts'
import { bearer, raw, startTestCloud, type TestCloud } from '../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

function control(path: string, method = 'GET', body?: unknown) {
  return raw(`${cloud.console}/_control/${path}`, {
    method,
    headers: bearer(cloud.env.LOCAL_CONTROL_TOKEN),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

describe('the Host header', () => {
  test('of a rebound name is refused on every port', async () => {
    const { portBase } = cloud.config
    for (const port of [portBase, portBase + 1, portBase + 10, portBase + 21]) {
      const answer = await raw(`http://localhost:${port}/v1/ping`, {
        headers: { host: `evil.example:${port}` },
      })
      expect(answer.status).toBe(421)
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 421, error: 'Misdirected Request' })
    }
  })

  test('must name the port itself', async () => {
    const answer = await raw(`${cloud.api}/ping`, { headers: { host: `localhost:${cloud.config.portBase}` } })
    expect(answer.status).toBe(421)
  })

  test.each(['127.0.0.1', '[::1]', 'localhost'])('%s is this machine', async (name) => {
    const answer = await raw(`http://${name}:${cloud.config.portBase + 1}/v1/ping`)
    expect(answer.status).toBe(200)
  })

  test.each([
    ['local', 200],
    ['other', 421],
  ])('%s.localhost is the project on the Sanity port: %i', async (name, status) => {
    const { portBase } = cloud.config
    const at = (port: number) =>
      raw(`http://localhost:${port}/v1/ping`, { headers: { host: `${name}.localhost:${port}` } })
    expect((await at(portBase + 1)).status).toBe(status)
    expect((await at(portBase + 2)).status).toBe(421)
  })
})

describe('CORS', () => {
  test('echoes the site, with credentials', async () => {
    const { headers, status } = await raw(`${cloud.api}/users/me`, {
      headers: { origin: cloud.config.siteOrigin },
    })
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers.vary).toContain('Origin')
  })

  test.each(['http://evil.example', 'null', 'http://localhost:1'])('refuses %s', async (origin) => {
    const answer = await raw(`${cloud.api}/users/me`, { headers: { origin } })
    expect(answer.status).toBe(403)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const posted = await raw(`${cloud.api}/data/mutate/production`, {
      method: 'POST',
      headers: { origin, ...bearer(cloud.env.SANITY_API_WRITE_TOKEN) },
      body: '{"mutations":[{"create":{"_id":"foreign","_type":"t"}}]}',
    })
    expect(posted.status).toBe(403)
    expect(cloud.lake.get('production')?.get('foreign')).toBeUndefined()
  })

  test('answers preflights with what was asked for', async () => {
    const { headers, status } = await raw(`${cloud.api}/data/query/production`, {
      method: 'OPTIONS',
      headers: {
        origin: cloud.config.siteOrigin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-sanity-project-id',
      },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-headers']).toBe('authorization,x-sanity-project-id')
    expect(headers['access-control-allow-methods']).toContain('PUT')
  })

  test('errors carry the headers too, so that pages can read them', async () => {
    const { headers, status } = await raw(`${cloud.api}/nothing`, {
      headers: { origin: cloud.config.siteOrigin },
    })
    expect(status).toBe(501)
    expect(headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
  })
})

describe('what is not supported', () => {
  test('names itself with 501, and is logged once', async () => {
    const first = await raw(`${cloud.api}/jobs/abc`, { method: 'POST', body: '{}' })
    await raw(`${cloud.api}/jobs/abc`, { method: 'POST', body: '{}' })
    expect(first.status).toBe(501)
    expect(JSON.parse(first.body)).toMatchObject({ method: 'POST', path: '/v2025-02-19/jobs/abc' })
    expect(cloud.lines.filter((line) => line.includes('POST /v2025-02-19/jobs/abc'))).toHaveLength(1)
  })

  test('includes unknown API versions', async () => {
    expect((await raw(`${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}/v9/ping`)).status).toBe(501)
  })
})

test('bodies over 4 MB are refused, announced or not', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x')
  const headers = bearer(cloud.env.SANITY_API_WRITE_TOKEN)
  const url = `${cloud.api}/data/mutate/production`
  const announced = await fetch(url, { method: 'POST', headers, body })
  expect(announced.status).toBe(413)
  expect(await announced.json()).toMatchObject({ statusCode: 413, error: 'Payload Too Large' })
  const streamed = await raw(url, {
    method: 'POST',
    headers: { ...headers, 'transfer-encoding': 'chunked' },
    body,
  })
  expect(streamed.status).toBe(413)
})

test('whoever sends a body that is too large slowly is told so in the end', async () => {
  const { hostname, port, host } = new URL(cloud.api)
  const socket = connect(Number(port), hostname)
  const chunk = Buffer.alloc(100_000, 'x')
  const head = `POST /v1/data/mutate/production HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${50 * chunk.length}\r\n\r\n`
  socket.write(head)
  for (let sent = 0; sent < 50; sent++) {
    await new Promise<void>((resolve, reject) =>
      socket.write(chunk, (error) => (error ? reject(error) : setTimeout(resolve, 5))),
    )
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

describe('faults', () => {
  test('hit the vendor as often as they should, and then no more', async () => {
    await control('faults', 'POST', { vendor: 'sanity', status: 503, count: 2 })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await raw(`${cloud.api}/ping`)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect(JSON.parse((await control('faults')).body)).toEqual({ faults: [] })
  })

  test('last until they are cleared when no count is given, and never hit the control API', async () => {
    await control('faults', 'POST', { vendor: 'sanity', status: 500 })
    for (let i = 0; i < 3; i++) expect((await raw(`${cloud.api}/ping`)).status).toBe(500)
    expect(JSON.parse((await control('faults')).body).faults).toEqual([{ vendor: 'sanity', status: 500 }])
    expect((await control('faults', 'DELETE')).status).toBe(200)
    expect((await raw(`${cloud.api}/ping`)).status).toBe(200)
  })

  test('can be read by pages', async () => {
    await control('faults', 'POST', { vendor: 'sanity', status: 500, count: 1 })
    const { status, headers } = await raw(`${cloud.api}/ping`, {
      headers: { origin: cloud.config.siteOrigin },
    })
    expect([status, headers['access-control-allow-origin']]).toEqual([500, cloud.config.siteOrigin])
  })

  test.each([
    {},
    { vendor: 'sanity' },
    { vendor: 'acme', status: 500 },
    { vendor: 'sanity', status: 200 },
    { vendor: 'sanity', status: 500, count: 0 },
    { vendor: 'sanity', delayMs: -1 },
    { vendor: 'sanity', blank: 'url' },
    { vendor: 'stripe', blank: 'url', status: 500 },
  ])('%j is refused', async (fault) => {
    expect((await control('faults', 'POST', fault)).status).toBe(400)
  })
})

describe('starting', () => {
  test('on a data folder in use says so', async () => {
    const config = { ...cloud.config, portBase: cloud.config.portBase + 30 }
    await expect(startLocalCloud(config)).rejects.toThrow(/data folder is in use/)
  })

  test('on a taken port says so in one sentence, and exits with 1', async () => {
    const child = startProcess({ LOCAL_PORT_BASE: String(cloud.config.portBase) })
    const [code] = await once(child.process, 'close')
    expect(code).toBe(1)
    expect(child.output().trim()).toBe(
      `Port ${cloud.config.portBase} is taken: stop what listens on it, or set LOCAL_PORT_BASE to another number.`,
    )
  })

  test('beside live credentials is refused', async () => {
    const child = startProcess({ STRIPE_SECRET_KEY: 'sk_live_1' })
    const [code] = await once(child.process, 'close')
    expect(code).toBe(1)
    expect(child.output()).toContain('STRIPE_SECRET_KEY')
  })

  test('prints one line when ready, and stops cleanly with a stream open', async () => {
    const spare = await startTestCloud()
    const { portBase } = spare.config
    await spare.dispose()
    const child = startProcess({ LOCAL_PORT_BASE: String(portBase) })
    await once(child.process.stdout, 'data')
    expect(child.output()).toBe(`local cloud ready on http://localhost:${portBase}\n`)
    const query = encodeURIComponent('*[_type == "post"]')
    const stream = await fetch(`http://localhost:${portBase + 1}/v1/data/listen/production?query=${query}`)
    expect(stream.status).toBe(200)
    child.process.kill('SIGTERM')
    const [code] = await once(child.process, 'close')
    expect(code).toBe(0)
    await stream.body?.cancel()
  })
})

// Making a database from nothing takes seconds, and much longer on a busy machine.
test('stops although a statement of the database takes long', { timeout: 120_000 }, async () => {
  const spare = await startTestCloud()
  const { portBase } = spare.config
  await spare.dispose()
  const child = startProcess({ LOCAL_PORT_BASE: String(portBase) })
  await once(child.process.stdout, 'data')
  const database = new pg.Client(`postgres://postgres@127.0.0.1:${portBase + 5}/postgres`)
  // The connection breaks, which is told besides the statement's failure.
  database.on('error', () => {})
  await database.connect()
  const broken = expect(
    database.query('select count(*) from generate_series(1, 1000000000000)'),
  ).rejects.toThrow()
  child.process.kill('SIGTERM')
  await once(child.process, 'close')
  await broken
})

test('loses no acknowledged write when it is stopped', async () => {
  const spare = await startTestCloud()
  const { portBase } = spare.config
  await spare.dispose()
  const child = startProcess({ LOCAL_PORT_BASE: String(portBase) })
  await once(child.process.stdout, 'data')
  const token = /^SANITY_API_WRITE_TOKEN=(.*)$/m.exec(readFileSync(join(child.dataDir, 'cloud.env'), 'utf8'))
  const write = (part: number) =>
    raw(`http://localhost:${portBase + 1}/v1/data/mutate/production`, {
      method: 'POST',
      headers: bearer(token?.[1] ?? ''),
      body: JSON.stringify({
        mutations: Array.from({ length: 50 }, (_, n) => ({
          create: { _id: `d${part}-${n}`, _type: 'post' },
        })),
      }),
    })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, part) => write(part)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  child.process.kill('SIGTERM')
  expect(await once(child.process, 'close')).toEqual([0, null])
  const file = join(child.dataDir, 'content-lake', 'datasets', 'production.sqlite')
  const db = new DatabaseSync(file)
  expect(db.prepare('SELECT COUNT(*) AS count FROM documents').get()).toEqual({ count: 1000 })
  db.close()
})

function startProcess(env: Record<string, string>) {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const dataDir = `${cloud.config.dataDir}/child-${Math.random().toString(36).slice(2)}`
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOCAL_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  return { process: child, output: () => text, dataDir }
}
