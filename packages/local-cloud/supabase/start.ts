import { join } from 'node:path'
import type { Hono } from 'hono'
import { Database } from '../postgres/database.ts'
import { migrate } from '../postgres/migrate.ts'
import type { Clock } from './clock.ts'
import { type AuthConfig, changeConfig } from './config.ts'
import type { Auth, AuthEnvironment } from './context.ts'
import { type HashingCost, PasswordHasher } from './crypto/passwords.ts'
import { createSupabaseApp } from './gateway.ts'
import { SigningKeys } from './keys/signingKeys.ts'
import { RateLimits } from './rateLimits.ts'

export type AuthOptions = Pick<Auth, 'apiKeys' | 'deliver' | 'log' | 'takeFault'> & {
  /** The connection string of a PostgreSQL server with a hosted project's roles. */
  databaseUrl: string
  /** The folder whose subfolder `auth` contains the signing key. */
  dataDir: string
  /** The origin of the Supabase port, for example `http://localhost:4002`. */
  apiUrl: string
  config: AuthConfig
  clock?: Clock
  /** A lower hashing cost, for tests. */
  hashingCost?: HashingCost
}

export type StartedAuth = {
  /** The application that serves the Supabase port, without the management API. */
  app: Hono<AuthEnvironment>
  config: () => AuthConfig
  /** Changes settings. Throws a StartError for an unknown or invalid one. */
  configure(changes: Record<string, unknown>): AuthConfig
  close(): Promise<void>
}

/** Prepares the database and the signing key, and creates the application. */
export async function startAuth(options: AuthOptions): Promise<StartedAuth> {
  const clock = options.clock ?? (() => new Date())
  const { apiKeys, deliver, log, takeFault } = options
  let { config } = options
  const database = new Database(options.databaseUrl, log)
  try {
    await migrate(database, 'auth', join(import.meta.dirname, 'migrations'))
    const keys = await SigningKeys.open(join(options.dataDir, 'auth', 'signing-keys.json'), clock)
    const auth: Auth = {
      config: () => config,
      clock,
      database,
      deliver,
      keys,
      apiKeys,
      passwords: new PasswordHasher(options.hashingCost),
      rateLimits: new RateLimits(() => config, clock),
      externalUrl: `${options.apiUrl}/auth/v1`,
      takeFault,
      log,
    }
    return {
      app: createSupabaseApp(auth),
      config: () => config,
      configure: (changes) => {
        config = changeConfig(config, changes)
        return config
      },
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
