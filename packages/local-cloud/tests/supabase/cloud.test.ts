import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMemoryStorage, PASSWORD } from '../../testing/authService.ts'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'

// The first start creates a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

let cloud: RunningCloud
let env: Record<string, string>

function readEnv(running: RunningCloud): Record<string, string> {
  const entries = Object.entries(parseEnv(readFileSync(join(running.dataDir, 'cloud.env'), 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

function client(storage = createMemoryStorage(), key = 'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY') {
  const auth = { storage, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(env.NEXT_PUBLIC_SUPABASE_URL ?? '', env[key] ?? '', { auth })
}

beforeAll(async () => {
  cloud = await startLocalCloud()
  env = readEnv(cloud)
})
afterAll(() => cloud.remove())

test('accounts, sessions and keys survive a restart and a kill', async () => {
  const storage = createMemoryStorage()
  const member = client(storage)
  const created = await client(createMemoryStorage(), 'SUPABASE_SECRET_KEY').auth.admin.createUser({
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

test('DATABASE_URL connects to the database of the accounts', async () => {
  const database = new pg.Client(env.DATABASE_URL)
  await database.connect()
  const { rows } = await database.query('select email, auth.uid() as uid from auth.users')
  await database.end()
  expect(rows).toEqual([{ email: 'ada@example.com', uid: null }])
})
