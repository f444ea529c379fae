import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMemoryStorage, PASSWORD } from '../../testing/authService.ts'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'

// The first start creates a database, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let cloud: RunningCloud
let env: Record<string, string>

function readEnv({ dataDir }: RunningCloud): Record<string, string> {
  const entries = Object.entries(parseEnv(readFileSync(join(dataDir, 'cloud.env'), 'utf8')))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

function createAuthClient(
  storage = createMemoryStorage(),
  keyVariable = 'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
) {
  const auth = { storage, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(env.NEXT_PUBLIC_SUPABASE_URL ?? '', env[keyVariable] ?? '', { auth })
}

beforeAll(async () => {
  cloud = await startLocalCloud()
  env = readEnv(cloud)
})
afterAll(() => cloud.remove())

test('accounts, sessions and keys are retained after a clean stop and after a kill', async () => {
  const storage = createMemoryStorage()
  const client = createAuthClient(storage)
  const created = await createAuthClient(createMemoryStorage(), 'SUPABASE_SECRET_KEY').auth.admin.createUser({
    email: 'ada@example.com',
    password: PASSWORD,
    email_confirm: true,
  })
  expect(created.error).toBeNull()
  const signIn = await client.auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD })
  expect(signIn.error).toBeNull()
  expect((await client.auth.resetPasswordForEmail('ada@example.com')).error).toBeNull()

  for (const endProcess of ['stop', 'kill'] as const) {
    const { dataDir, portBase } = cloud
    await cloud[endProcess]()
    cloud = await startLocalCloud({ dataDir, portBase })
    expect(readEnv(cloud)).toEqual(env)
    const { data, error } = await createAuthClient(storage).auth.getUser()
    expect(error, endProcess).toBeNull()
    expect(data.user?.email).toBe('ada@example.com')
    expect((await createAuthClient(storage).auth.getClaims()).data?.claims.email).toBe('ada@example.com')
    expect((await createAuthClient(storage).auth.refreshSession()).error).toBeNull()
  }
})

test('DATABASE_URL connects to the database that contains the accounts', async () => {
  const database = new pg.Client(env.DATABASE_URL)
  await database.connect()
  const { rows } = await database.query('select email, auth.uid() as uid from auth.users')
  await database.end()
  expect(rows).toEqual([{ email: 'ada@example.com', uid: null }])
})
