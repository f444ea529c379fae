import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseUrlDescription, databaseUrlSchema, type Environment, parseEnvironment } from '@/lib/env'
import { root } from './paths.ts'
import { explain, Problem } from './problem.ts'

/** The site's environment, with variables that only scripts read. */
export type Settings = Environment & {
  SANITY_API_WRITE_TOKEN: string | undefined
  DATABASE_OWNER_URL: string | undefined
  /** An access token of the Supabase project's owner. */
  SUPABASE_ACCESS_TOKEN: string | undefined
  /** The secret of the site's Turnstile, which Auth checks tokens with. */
  TURNSTILE_SECRET_KEY: string | undefined
  /** The origin of the management API, unless it is the hosted service. */
  SUPABASE_API_ORIGIN: string | undefined
}

/**
 * Reads the environment that the site would run in.
 *
 * @throws an Error that names each variable that is missing or wrong, a line each
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const owner = env.DATABASE_OWNER_URL || undefined
  if (owner !== undefined && !databaseUrlSchema.safeParse(owner).success) {
    throw new Error(`DATABASE_OWNER_URL is not valid: it should be ${databaseUrlDescription}.`)
  }
  return {
    ...parseEnvironment(env),
    SANITY_API_WRITE_TOKEN: env.SANITY_API_WRITE_TOKEN || undefined,
    DATABASE_OWNER_URL: owner,
    SUPABASE_ACCESS_TOKEN: env.SUPABASE_ACCESS_TOKEN || undefined,
    TURNSTILE_SECRET_KEY: env.TURNSTILE_SECRET_KEY || undefined,
    SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN || undefined,
  }
}

/** The file with the environment of a production, as npm run provision writes it. */
export const productionFile = '.env.production.local'

/**
 * Adds the variables of a file; what the shell sets wins.
 *
 * @param named - its name, in the repository, or its path; otherwise that of the production, or `.env.local` without one
 * @throws Problem when there is no file of that name
 */
export function loadEnvironmentFile(named?: string): void {
  const candidates = named === undefined ? [productionFile, '.env.local'] : [named]
  const paths = candidates.map((name) => resolve(root, name))
  const file = paths.find((path) => existsSync(path))
  if (file) process.loadEnvFile(file)
  else if (named !== undefined) throw new Problem(`There is no file ${paths[0]}.`)
}

/**
 * Runs a command in the environment of a site, which `--file <name>` names; sets the exit code.
 *
 * @param help - printed instead with `--help`
 * @param work - takes the other arguments, and returns the exit code
 */
export async function runInEnvironment(
  help: string,
  work: (args: readonly string[]) => Promise<number>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { file: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      console.log(help)
      return
    }
    loadEnvironmentFile(values.file)
    process.exitCode = await work(positionals)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
