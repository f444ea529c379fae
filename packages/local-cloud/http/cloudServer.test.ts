import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startLocalCloud } from '../cloud.ts'
import { createEmptyDatabase } from '../testing/emptyDatabase.ts'
import { findFreePortBase } from '../testing/ports.ts'
import { bearer, callControl, sendRawRequest, startTestCloud } from '../tests/support/testCloud.ts'

const cloud = await startTestCloud()
afterAll(() => cloud.dispose())

describe('the Host header check', () => {
  test('refuses a different host on the ports of the console, Sanity and streams', async () => {
    const { portBase } = cloud.config
    for (const port of [portBase, portBase + 1, portBase + 10, portBase + 21]) {
      const response = await sendRawRequest(`http://localhost:${port}/v1/ping`, {
        headers: { host: `evil.example:${port}` },
      })
      expect(response.status).toBe(421)
      expect(JSON.parse(response.body)).toMatchObject({ statusCode: 421, error: 'Misdirected Request' })
    }
  })

  test('refuses a different port', async () => {
    const host = `localhost:${cloud.config.portBase}`
    expect((await sendRawRequest(`${cloud.api}/ping`, { headers: { host } })).status).toBe(421)
  })

  test.each([
    ['local', 200],
    ['other', 421],
  ])('for %s.localhost returns %i on the Sanity port, and 421 on another port', async (subdomain, status) => {
    const { portBase } = cloud.config
    const ping = (port: number) =>
      sendRawRequest(`http://localhost:${port}/v1/ping`, {
        headers: { host: `${subdomain}.localhost:${port}` },
      })
    expect((await ping(portBase + 1)).status).toBe(status)
    expect((await ping(portBase + 2)).status).toBe(421)
  })
})

describe('CORS', () => {
  test('allows credentialed requests from the site', async () => {
    const { headers, status } = await sendRawRequest(`${cloud.api}/users/me`, {
      headers: { origin: cloud.config.siteOrigin },
    })
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers.vary).toContain('Origin')
  })

  test.each(['http://evil.example', 'null', 'http://localhost:1'])(
    'refuses requests from the origin %s',
    async (origin) => {
      const response = await sendRawRequest(`${cloud.api}/users/me`, { headers: { origin } })
      expect(response.status).toBe(403)
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
      const posted = await sendRawRequest(`${cloud.api}/data/mutate/production`, {
        method: 'POST',
        headers: { origin, ...bearer(cloud.env.SANITY_API_WRITE_TOKEN) },
        body: '{"mutations":[{"create":{"_id":"foreign","_type":"t"}}]}',
      })
      expect(posted.status).toBe(403)
      expect(cloud.contentLake.get('production')?.get('foreign')).toBeUndefined()
    },
  )
})

describe('an unsupported request', () => {
  test('returns 501 with its method, path and CORS headers, and is logged once', async () => {
    const request = { method: 'POST', body: '{}', headers: { origin: cloud.config.siteOrigin } }
    const response = await sendRawRequest(`${cloud.api}/jobs/abc`, request)
    await sendRawRequest(`${cloud.api}/jobs/abc`, request)
    expect(response.status).toBe(501)
    expect(response.headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
    expect(JSON.parse(response.body)).toMatchObject({ method: 'POST', path: '/v2025-02-19/jobs/abc' })
    expect(cloud.lines.filter((line) => line.includes('POST /v2025-02-19/jobs/abc'))).toHaveLength(1)
  })
})

describe('a body over 4 MB', () => {
  const body = Buffer.alloc(5 * 1024 * 1024, 'x')

  test('returns 413 with and without a Content-Length', async () => {
    const headers = bearer(cloud.env.SANITY_API_WRITE_TOKEN)
    const url = `${cloud.api}/data/mutate/production`
    const withLength = await fetch(url, { method: 'POST', headers, body })
    expect(withLength.status).toBe(413)
    expect(await withLength.json()).toMatchObject({ statusCode: 413, error: 'Payload Too Large' })
    const chunkedHeaders = { ...headers, 'transfer-encoding': 'chunked' }
    expect((await sendRawRequest(url, { method: 'POST', headers: chunkedHeaders, body })).status).toBe(413)
  })
})

describe('faults', () => {
  const setFault = (body: unknown) => callControl(cloud, 'faults', { body })

  test('with a count affect that number of requests, and their error responses have CORS headers', async () => {
    await setFault({ vendor: 'sanity', status: 503, count: 2 })
    const headers = { origin: cloud.config.siteOrigin }
    const responses = []
    for (let i = 0; i < 3; i++) responses.push(await sendRawRequest(`${cloud.api}/ping`, { headers }))
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 200])
    expect(responses[0]?.headers['access-control-allow-origin']).toBe(cloud.config.siteOrigin)
    expect((await callControl(cloud, 'faults')).json).toEqual({ faults: [] })
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
  ])('are rejected when they are invalid: %j', async (fault) => {
    expect((await setFault(fault)).status).toBe(400)
  })
})

describe('the start of the local cloud', () => {
  test.each([false, true])(
    'fails when the data folder is in use, and changes nothing there (reset: %s)',
    async (reset) => {
      const readFolder = () => [
        readdirSync(cloud.config.dataDir, { recursive: true }).toSorted(),
        readFileSync(join(cloud.config.dataDir, 'cloud.env'), 'utf8'),
      ]
      const before = readFolder()
      const config = { ...cloud.config, portBase: cloud.config.portBase + 30, reset }
      await expect(startLocalCloud(config)).rejects.toThrow(/Another local cloud is using/)
      expect(readFolder()).toEqual(before)
    },
  )

  test('with LOCAL_RESET deletes all data except the tokens and logs', async () => {
    const dataDir = join(cloud.config.dataDir, 'reset')
    mkdirSync(join(dataDir, 'logs'), { recursive: true })
    writeFileSync(join(dataDir, 'logs', 'site.log'), 'Started.')
    const start = async (reset: boolean) => {
      const config = { ...cloud.config, dataDir, portBase: await findFreePortBase(), reset }
      return startLocalCloud(config)
    }
    const first = await start(false)
    await first.close()
    writeFileSync(join(dataDir, 'content-lake', 'upload'), 'A picture.')
    const second = await start(true)
    try {
      expect(existsSync(join(dataDir, 'content-lake', 'upload'))).toBe(false)
      expect(second.env.SANITY_API_WRITE_TOKEN).toBe(first.env.SANITY_API_WRITE_TOKEN)
      expect(readFileSync(join(dataDir, 'logs', 'site.log'), 'utf8')).toBe('Started.')
    } finally {
      await second.close()
    }
  })

  test('fails when a port is in use, with a one-line error and exit code 1', async () => {
    const child = startProcess({ LOCAL_PORT_BASE: String(cloud.config.portBase) })
    const [code] = await once(child.process, 'close')
    expect(code).toBe(1)
    expect(child.output().trim()).toBe(
      `Port ${cloud.config.portBase} is in use: stop the program that listens on it, or set LOCAL_PORT_BASE to a different number.`,
    )
  })

  test('fails with live credentials', async () => {
    const child = startProcess({ STRIPE_SECRET_KEY: 'sk_live_1' })
    const [code] = await once(child.process, 'close')
    expect(code).toBe(1)
    expect(child.output()).toContain('STRIPE_SECRET_KEY')
  })

  test('prints one line, and SIGTERM stops the process even while a stream is open', async () => {
    const portBase = await findFreePortBase()
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

test('SIGTERM stops the process during a long database statement', { timeout: 120_000 }, async () => {
  const portBase = await findFreePortBase()
  const dataDir = await createEmptyDatabase(join(cloud.config.dataDir, 'long-statement'))
  const child = startProcess({ LOCAL_PORT_BASE: String(portBase), LOCAL_DATA_DIR: dataDir })
  await once(child.process.stdout, 'data')
  const database = new pg.Client(`postgres://postgres@127.0.0.1:${portBase + 5}/postgres`)
  // Without a listener, the error of the closed connection would end the test process.
  database.on('error', () => {})
  await database.connect()
  const failedQuery = expect(
    database.query('select count(*) from generate_series(1, 1000000000000)'),
  ).rejects.toThrow()
  child.process.kill('SIGTERM')
  await once(child.process, 'close')
  await failedQuery
})

test('SIGTERM loses no acknowledged write', async () => {
  const portBase = await findFreePortBase()
  const child = startProcess({ LOCAL_PORT_BASE: String(portBase) })
  await once(child.process.stdout, 'data')
  const tokenMatch = /^SANITY_API_WRITE_TOKEN=(.*)$/m.exec(
    readFileSync(join(child.dataDir, 'cloud.env'), 'utf8'),
  )
  const writeBatch = (batch: number) =>
    sendRawRequest(`http://localhost:${portBase + 1}/v1/data/mutate/production`, {
      method: 'POST',
      headers: bearer(tokenMatch?.[1] ?? ''),
      body: JSON.stringify({
        mutations: Array.from({ length: 50 }, (_, index) => ({
          create: { _id: `d${batch}-${index}`, _type: 'post' },
        })),
      }),
    })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, batch) => writeBatch(batch)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
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
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return { process: child, output: () => output, dataDir }
}
