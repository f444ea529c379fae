import { existsSync } from 'node:fs'
import { databaseAddress, databaseAddressText, type Environment, parseEnvironment } from '@/lib/env'
import { inRoot } from './paths.ts'

/** The site's environment, and what only scripts read. */
export type Settings = Environment & {
  SANITY_API_WRITE_TOKEN: string | undefined
  DATABASE_OWNER_URL: string | undefined
  /** Of somebody who manages the Supabase project. */
  SUPABASE_ACCESS_TOKEN: string | undefined
  /** Where it is managed, when not at the hosted service. */
  SUPABASE_API_ORIGIN: string | undefined
}

/**
 * Reads the environment that the site would run in.
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
    SUPABASE_ACCESS_TOKEN: env.SUPABASE_ACCESS_TOKEN || undefined,
    SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN || undefined,
  }
}

/** Where the environment of a production is kept, as npm run provision writes it. */
export const productionFile = '.env.production.local'

/**
 * Adds the variables of a file; what the shell sets wins.
 *
 * @param named - its name, in the repository; otherwise that of the production, or `.env.local` without one
 */
export function loadEnvironmentFile(named?: string): void {
  const candidates = named ? [named] : [productionFile, '.env.local']
  const file = candidates.map((name) => inRoot(name)).find((path) => existsSync(path))
  if (file) process.loadEnvFile(file)
}
