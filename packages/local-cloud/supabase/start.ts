import { join } from 'node:path'
import type { Hono } from 'hono'
import { Database } from '../postgres/database.ts'
import { migrate } from '../postgres/migrate.ts'
import { type AccountAdmin, accountAdmin } from './accountAdmin.ts'
import type { Clock } from './clock.ts'
import { type AuthConfig, changeConfig } from './config.ts'
import type { Auth, AuthEnvironment, DeliverMail, Fault } from './context.ts'
import { type HashingCost, PasswordHasher } from './crypto/passwords.ts'
import { createSupabaseApp } from './gateway.ts'
import type { ApiKeys } from './keys/apiKeys.ts'
import { SigningKeys } from './keys/signingKeys.ts'
import { RateLimits } from './rateLimits.ts'

export type AuthOptions = {
  /** A Postgres that has a hosted project's roles (packages/local-cloud/postgres). */
  databaseUrl: string
  /** Where the signing keys live. */
  dataDir: string
  /** `http://localhost:4002`: the Supabase port as callers name it. */
  apiUrl: string
  apiKeys: ApiKeys
  config: AuthConfig
  deliver: DeliverMail
  clock?: Clock
  log?: (line: string) => void
  takeFault?: () => Fault | undefined
  /** Cheaper hashes, for tests. */
  hashingCost?: HashingCost
}

/** Auth that is ready to be served. */
export type StartedAuth = {
  /** The application behind the Supabase port. */
  app: Hono<AuthEnvironment>
  config: () => AuthConfig
  /** Changes settings while it runs. Throws a StartError that names a setting that is unknown or wrong. */
  configure(changes: Record<string, unknown>): AuthConfig
  limits: RateLimits
  /** What people do with accounts by hand. */
  accounts: AccountAdmin
  /** Removes every user and with them all that is theirs. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Prepares the database and the keys, and answers the application. */
export async function startAuth(options: AuthOptions): Promise<StartedAuth> {
  const clock = options.clock ?? (() => new Date())
  const log = options.log ?? (() => {})
  let config = options.config
  const database = new Database(options.databaseUrl, log)
  try {
    await migrate(database, 'auth', join(import.meta.dirname, 'migrations'))
    const keys = await SigningKeys.open(join(options.dataDir, 'auth', 'signing-keys.json'), clock)
    const limits = new RateLimits(() => config, clock)
    const auth: Auth = {
      config: () => config,
      clock,
      database,
      deliver: options.deliver,
      keys,
      apiKeys: options.apiKeys,
      passwords: new PasswordHasher(options.hashingCost),
      limits,
      externalUrl: `${options.apiUrl}/auth/v1`,
      takeFault: options.takeFault ?? (() => undefined),
      log,
    }
    return {
      app: createSupabaseApp(auth),
      config: () => config,
      configure: (changes) => {
        config = changeConfig(config, changes)
        return config
      },
      limits,
      accounts: accountAdmin(auth),
      reset: async () => {
        limits.clear()
        await database.transaction(async (sql) => {
          await sql('truncate auth.users, local_cloud.mail_intervals cascade')
        })
      },
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
