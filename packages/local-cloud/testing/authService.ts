import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import pg from 'pg'
import { vi } from 'vitest'
import { serveLoopback } from '../http/loopback.ts'
import { Inbox, type Mail } from '../inbox/inbox.ts'
import { createRoles, startPostgres } from '../postgres/server.ts'
import { readAuthConfig } from '../supabase/config.ts'
import type { AuthFault } from '../supabase/context.ts'
import { createApiKeys } from '../supabase/keys/apiKeys.ts'
import { startAuth } from '../supabase/start.ts'
import { computeAuthenticatorCode } from './authenticator.ts'
import { cacheEmptyDatabase } from './emptyDatabase.ts'
import { findFreePort } from './ports.ts'

// The first start creates a database, which is slow on a busy machine.
vi.setConfig({ hookTimeout: 180_000 })

/** A superuser's connection string for a PostgreSQL server that replaces PGlite. Each service has a database there. */
const REAL_POSTGRES_URL = process.env.TEST_POSTGRES_URL
/** Fast password hashing, since no test attacks the hashes. */
const CHEAP_HASHING = { memory: 64, passes: 1 }
/** The site's origin. */
export const SITE = 'http://localhost:3999'
export const PASSWORD = 'correct horse battery'

async function createRealDatabase(adminUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const name = `auth_test_${process.pid}_${Date.now()}`
  const runStatement = async (statement: string) => {
    const client = new pg.Client(adminUrl)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await runStatement(`create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await createRoles(url.href, () => {})
  return { url: url.href, close: () => runStatement(`drop database ${name} with (force)`) }
}

/** Starts an empty database, on PGlite or on the server at `TEST_POSTGRES_URL`. */
export async function startDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  if (REAL_POSTGRES_URL) return createRealDatabase(REAL_POSTGRES_URL)
  // Reads the whole file at once, since another process may replace it at any time.
  return startPostgres({ snapshot: new Blob([readFileSync(await cacheEmptyDatabase())]) })
}

/** The local Supabase Auth, in this process. */
export type AuthService = Awaited<ReturnType<typeof startAuthService>>

type RequestOptions = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  key?: string | null
}

let emailCount = 0

/** Creates a unique email. */
export function newEmail(name = 'ada'): string {
  emailCount += 1
  return `${name}.${emailCount}@example.com`
}

/** Starts Auth. `settings` override the test defaults, which limit neither requests nor emails. */
export async function startAuthService(settings: Record<string, unknown> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-auth-'))
  const port = await findFreePort()
  const database = await startDatabase()
  const inbox = new Inbox(':memory:')
  const log: string[] = []
  const faults: AuthFault[] = []
  const apiKeys = createApiKeys()
  const url = `http://localhost:${port}`
  let offsetSeconds = 0
  let stoppedAtMs: number | undefined
  const auth = await startAuth({
    databaseUrl: database.url,
    dataDir,
    apiUrl: url,
    apiKeys,
    config: readAuthConfig({}, SITE),
    deliver: async (mail, at) => void inbox.deliver(mail, at),
    clock: () => new Date((stoppedAtMs ?? Date.now()) + offsetSeconds * 1000),
    log: (line) => log.push(line),
    takeFault: () => faults.shift(),
    hashingCost: CHEAP_HASHING,
  })
  auth.configure({ rateLimits: false, rateEmail: 100_000, mailInterval: 0, ...settings })
  const server = await serveLoopback({ port, handle: getRequestListener(auth.app.fetch) })

  const createBrowserClient = (authOptions?: SupabaseClientOptions<'public'>['auth']): SupabaseClient =>
    createClient(url, apiKeys.publishable, {
      auth: {
        autoRefreshToken: false,
        persistSession: true,
        storage: createMemoryStorage(),
        detectSessionInUrl: false,
        ...authOptions,
      },
    })
  const readLatestMail = (to: string): Mail => {
    const [latest] = inbox.list({ to, limit: 1 })
    if (!latest) throw new Error(`There is no email to ${to}`)
    return latest
  }
  return {
    ...auth,
    url,
    authUrl: `${url}/auth/v1`,
    databaseUrl: database.url,
    publishableKey: apiKeys.publishable,
    secretKey: apiKeys.secret,
    inbox,
    log,
    /** The faults to inject into the next requests, one per request. */
    faults,
    /** Stops the service's clock. After that, only `advanceClock` changes its time. */
    stopClock: () => {
      stoppedAtMs = Date.now()
    },
    /** Restarts the stopped clock at this machine's time, plus the seconds by which `advanceClock` has advanced it. */
    startClock: () => {
      stoppedAtMs = undefined
    },
    advanceClock: (seconds: number) => {
      offsetSeconds += seconds
    },
    /** Creates a client like a browser's, with its own storage. */
    createClient: createBrowserClient,
    /** Creates a client with the secret key. */
    createAdminClient: (): SupabaseClient =>
      createClient(url, apiKeys.secret, { auth: { autoRefreshToken: false, persistSession: false } }),
    /** The latest email to a recipient. Throws if there is none. */
    readLatestMail,
    /** The one-time code in the latest email to a recipient. */
    readCode: (to: string) => String(readLatestMail(to).details?.code),
    /** Creates a confirmed user. Returns the email and id, and a client that is signed in as the user. */
    createUser: async (email = newEmail()) => {
      const admin = createClient(url, apiKeys.secret, { auth: { persistSession: false } })
      const created = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
      if (created.error) throw created.error
      const browserClient = createBrowserClient()
      const { error } = await browserClient.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { client: browserClient, email, id: created.data.user.id }
    },
    /** Sends a request without supabase-js. */
    sendRequest: async (method: string, path: string, options: RequestOptions = {}) => {
      const { body, token, headers, key = apiKeys.publishable } = options
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          ...(key === null ? {} : { apikey: key }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json: Record<string, unknown> = text ? JSON.parse(text) : {}
      return { status: response.status, headers: response.headers, body: json }
    },
    stop: async () => {
      await server.close()
      await auth.close()
      await database.close()
      inbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates an in-memory replacement for a browser's storage. */
export function createMemoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** Returns a client's session. Throws when the client is signed out. */
export async function requireSession(client: SupabaseClient) {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('The client is signed out')
  return data.session
}

/** Adds a second factor to a client's account, and raises the client's session to assurance level 2. */
export async function addSecondFactor({ auth }: Pick<SupabaseClient, 'auth'>): Promise<void> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  await auth.mfa.challengeAndVerify({ factorId: data.id, code: computeAuthenticatorCode(data.totp.secret) })
}
