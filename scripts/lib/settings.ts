import { existsSync } from 'node:fs'
import { databaseAddress, databaseAddressText, type Environment, parseEnvironment } from '@/lib/env'
import { inRoot } from './paths.ts'

/** The site's environment, and what only scripts read. */
export type Settings = Environment & {
  SANITY_API_WRITE_TOKEN: string | undefined
  DATABASE_OWNER_URL: string | undefined
}

/**
 * Reads the environment that the site would run in: the shell's, then `.env.local`.
 *
 * @throws an Error that names each variable that is missing or wrong, a line each
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const owner = env.DATABASE_OWNER_URL || undefined
  if (owner !== undefined && !databaseAddress.safeParse(owner).success) {
    throw new Error(`DATABASE_OWNER_URL is not valid: it should be ${databaseAddressText}.`)
  }
  return {
    ...parseEnvironment(env),
    SANITY_API_WRITE_TOKEN: env.SANITY_API_WRITE_TOKEN || undefined,
    DATABASE_OWNER_URL: owner,
  }
}

/** Adds `.env.local`, as Next does; what the shell sets wins. */
export function loadEnvironmentFile(): void {
  const file = inRoot('.env.local')
  if (existsSync(file)) process.loadEnvFile(file)
}
