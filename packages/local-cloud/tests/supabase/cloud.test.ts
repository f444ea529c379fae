import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryStorage, PASSWORD } from '../../testing/authService.ts'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'

// The first start makes a database from nothing, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

let cloud: RunningCloud
let env: Record<string, string>

function readEnv(running: RunningCloud): Record<string, string> {
  const entries = Object.entries(parseEnv(readFileSync(join(running.dataDir, 'cloud.env'), 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

function client(storage = memoryStorage(), key = 'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY') {
  const auth = { storage, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(env.NEXT_PUBLIC_SUPABASE_URL ?? '', env[key] ?? '', { auth })
}

beforeAll(async () => {
  cloud = await startLocalCloud()
  env = readEnv(cloud)
})
afterAll(() => cloud.remove())

test('the local cloud hands out what an application needs, in a private file', () => {
  expect(env.NEXT_PUBLIC_SUPABASE_URL).toBe(`http://localhost:${cloud.portBase + 2}`)
  expect(env.DATABASE_URL).toBe(`postgres://postgres@127.0.0.1:${cloud.portBase + 5}/postgres`)
  expect(env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY).toMatch(/^sb_publishable_/)
  expect(env.SUPABASE_SECRET_KEY).toMatch(/^sb_secret_/)
  expect(statSync(join(cloud.dataDir, 'cloud.env')).mode & 0o777).toBe(0o600)
})

test('accounts, sessions, keys and e-mails survive a restart and a kill', async () => {
  const storage = memoryStorage()
  const member = client(storage)
  const created = await client(memoryStorage(), 'SUPABASE_SECRET_KEY').auth.admin.createUser({
    email: 'ada@example.com',
    password: PASSWORD,
    email_confirm: true,
  })
  expect(created.error).toBeNull()
  const signIn = await member.auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD })
  expect(signIn.error).toBeNull()
  expect((await member.auth.resetPasswordForEmail('ada@example.com')).error).toBeNull()

  for (const end of ['stop', 'kill'] as const) {
    const { dataDir, portBase } = cloud
    await cloud[end]()
    cloud = await startLocalCloud({ dataDir, portBase })
    expect(readEnv(cloud)).toEqual(env)
    const { data, error } = await client(storage).auth.getUser()
    expect(error, end).toBeNull()
    expect(data.user?.email).toBe('ada@example.com')
    expect((await client(storage).auth.getClaims()).data?.claims.email).toBe('ada@example.com')
    expect((await client(storage).auth.refreshSession()).error).toBeNull()
  }
})

test('the database is reached by its address, beside the service', async () => {
  const database = new pg.Client(env.DATABASE_URL)
  await database.connect()
  const { rows } = await database.query('select email, auth.uid() as nobody from auth.users')
  await database.end()
  expect(rows).toEqual([{ email: 'ada@example.com', nobody: null }])
})

test('the control API makes accounts fail, and mend', async () => {
  const control = (body: Record<string, unknown>) =>
    fetch(`${cloud.origin}/_control/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.LOCAL_CONTROL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await control({ vendor: 'supabase', status: 503 })).status).toBe(200)
  const during = await client().auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD })
  expect(during.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 })
  await control({ vendor: 'supabase', clear: true })
  const after = await client().auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD })
  expect(after.error).toBeNull()
})
