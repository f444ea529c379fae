import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import pg from 'pg'
import { vi } from 'vitest'
import { serveLoopback } from '../http/loopback.ts'
import { Inbox, type Mail } from '../inbox/inbox.ts'
import { prepare, startPostgres } from '../postgres/server.ts'
import { readAuthConfig } from '../supabase/config.ts'
import type { AuthFault } from '../supabase/context.ts'
import { createApiKeys } from '../supabase/keys/apiKeys.ts'
import { type StartedAuth, startAuth } from '../supabase/start.ts'
import { authenticatorCode } from './authenticator.ts'
import { freePort } from './ports.ts'

// The first start creates a database, on a machine that may be busy.
vi.setConfig({ hookTimeout: 180_000 })

/** The URL of a superuser on a real PostgreSQL, which replaces PGlite. Each service has a database of its own. */
const REAL_POSTGRES = process.env.TEST_POSTGRES_URL
/** Cheap hashes, since these tests guess no passwords. */
const CHEAP = { memory: 64, passes: 1 }
export const SITE = 'http://localhost:3999'
export const PASSWORD = 'correct horse battery'

/** The archive of an empty PGlite, cached on this machine: creating one takes seconds. */
async function emptyPglite(): Promise<Blob> {
  const file = join(tmpdir(), 'pglite-empty-0.5.14.tar')
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()))
    renameSync(temporary, file)
  }
  // Another process may replace the file at any time.
  return new Blob([readFileSync(file)])
}

async function realDatabase(admin: string): Promise<{ url: string; close(): Promise<void> }> {
  const name = `auth_test_${process.pid}_${Date.now()}`
  const run = async (statement: string) => {
    const client = new pg.Client(admin)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  await prepare(url.href, () => {})
  return { url: url.href, close: () => run(`drop database ${name} with (force)`) }
}

/** Starts an empty database, on PGlite or on the real server. */
export async function startDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  if (REAL_POSTGRES) return realDatabase(REAL_POSTGRES)
  return startPostgres({ snapshot: await emptyPglite() })
}

/** Auth in this process. */
export type Service = StartedAuth & {
  url: string
  authUrl: string
  databaseUrl: string
  publishableKey: string
  secretKey: string
  inbox: Inbox
  log: string[]
  /** The faults of the next requests. */
  faults: AuthFault[]
  /** Advances the service's clock. Seconds. */
  advance(seconds: number): void
  /** Stops the service's clock, except for `advance`, or starts it again. */
  holdClock(isHeld: boolean): void
  /** A browser's client, with a storage of its own. */
  client(options?: SupabaseClientOptions<'public'>['auth']): SupabaseClient
  /** A client with the secret key. */
  admin(): SupabaseClient
  /** The latest email to a recipient. Throws without one. */
  mail(to: string): Mail
  /** The one-time code of the latest email to a recipient. */
  code(to: string): string
  /** Creates a confirmed user and signs in. */
  user(email?: string): Promise<{ client: SupabaseClient; email: string; id: string }>
  /** Sends a request without a client. */
  call(method: string, path: string, options?: CallOptions): Promise<CallResponse>
  stop(): Promise<void>
}

export type CallOptions = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  key?: string | null
}
export type CallResponse = { status: number; headers: Headers; body: Record<string, unknown> }

let emails = 0

/** A unique email. */
export function newEmail(name = 'ada'): string {
  emails += 1
  return `${name}.${emails}@example.com`
}

/** Starts Auth with settings over the defaults. By default it has no rate limits. */
export async function startService(settings: Record<string, unknown> = {}): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-auth-'))
  const port = await freePort()
  const database = await startDatabase()
  const inbox = new Inbox(':memory:')
  const log: string[] = []
  const faults: AuthFault[] = []
  const apiKeys = createApiKeys()
  const url = `http://localhost:${port}`
  let offset = 0
  let held: number | undefined
  const auth = await startAuth({
    databaseUrl: database.url,
    dataDir,
    apiUrl: url,
    apiKeys,
    config: readAuthConfig({}, SITE),
    deliver: async (mail, at) => void inbox.deliver(mail, at),
    clock: () => new Date((held ?? Date.now()) + offset * 1000),
    log: (line) => log.push(line),
    takeFault: () => faults.shift(),
    hashingCost: CHEAP,
  })
  auth.configure({ rateLimits: false, rateEmail: 100_000, mailInterval: 0, ...settings })
  const server = await serveLoopback({ port, handle: getRequestListener(auth.app.fetch) })

  const client: Service['client'] = (authOptions) =>
    createClient(url, apiKeys.publishable, {
      auth: {
        autoRefreshToken: false,
        persistSession: true,
        storage: memoryStorage(),
        detectSessionInUrl: false,
        ...authOptions,
      },
    })
  const mail = (to: string) => {
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
    faults,
    holdClock: (isHeld) => {
      held = isHeld ? Date.now() : undefined
    },
    advance: (seconds) => {
      offset += seconds
    },
    client,
    admin: () =>
      createClient(url, apiKeys.secret, { auth: { autoRefreshToken: false, persistSession: false } }),
    mail,
    code: (to) => String(mail(to).details?.code),
    user: async (email = newEmail()) => {
      const admin = createClient(url, apiKeys.secret, { auth: { persistSession: false } })
      const created = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
      if (created.error) throw created.error
      const browser = client()
      const { error } = await browser.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { client: browser, email, id: created.data.user.id }
    },
    call: async (method, path, { body, token, headers, key = apiKeys.publishable } = {}) => {
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
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
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

/** A browser's storage in memory. */
export function memoryStorage(): {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
} {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value)
    },
    removeItem: (key) => {
      items.delete(key)
    },
  }
}

/** A client's session. Throws when it is signed out. */
export async function requireSession(client: SupabaseClient) {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('The client is signed out')
  return data.session
}

/** Adds a second factor to a client's account, and raises its session to level 2. */
export async function addSecondFactor({ auth }: Pick<SupabaseClient, 'auth'>): Promise<void> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  await auth.mfa.challengeAndVerify({ factorId: data.id, code: authenticatorCode(data.totp.secret) })
}
