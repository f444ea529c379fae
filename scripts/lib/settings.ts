import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseUrlDescription, databaseUrlSchema, type Environment, parseEnvironment } from '@/lib/env'
import { root } from './paths.ts'
import { formatError, Problem } from './problem.ts'

/** The site's environment, and further variables that scripts read. */
export type Settings = Environment & {
  SANITY_API_WRITE_TOKEN: string | undefined
  DATABASE_OWNER_URL: string | undefined
  /** An access token of the Supabase project's owner. */
  SUPABASE_ACCESS_TOKEN: string | undefined
  /** The origin of Supabase's management API, unless it is the hosted service. */
  SUPABASE_API_ORIGIN: string | undefined
}

/**
 * Reads the environment that the site would run in.
 *
 * @throws an Error with one line for each missing or invalid variable of the site, or about DATABASE_OWNER_URL only
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const ownerConnectionString = env.DATABASE_OWNER_URL || undefined
  if (ownerConnectionString !== undefined && !databaseUrlSchema.safeParse(ownerConnectionString).success) {
    throw new Error(`DATABASE_OWNER_URL is not valid: it should be ${databaseUrlDescription}.`)
  }
  return {
    ...parseEnvironment(env),
    SANITY_API_WRITE_TOKEN: env.SANITY_API_WRITE_TOKEN || undefined,
    DATABASE_OWNER_URL: ownerConnectionString,
    SUPABASE_ACCESS_TOKEN: env.SUPABASE_ACCESS_TOKEN || undefined,
    SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN || undefined,
  }
}

/** The environment file of a production site, which npm run provision writes. */
export const productionFile = '.env.production.local'

/**
 * Adds the variables of a file to this process. Variables of the shell take precedence.
 *
 * @param fileName - a path, absolute or in the repository; by default `.env.production.local` or else `.env.local`
 * @throws Problem when `fileName` does not exist
 */
export function loadEnvironmentFile(fileName?: string): void {
  const candidates = fileName === undefined ? [productionFile, '.env.local'] : [fileName]
  const paths = candidates.map((name) => resolve(root, name))
  const file = paths.find((path) => existsSync(path))
  if (file) process.loadEnvFile(file)
  else if (fileName !== undefined) throw new Problem(`There is no file ${paths[0]}.`)
}

/**
 * Runs a command with the variables of the file that `--file <name>` names, or of the default file; sets the exit code.
 *
 * @param help - printed instead with `--help`
 * @param command - receives the arguments that are no options, and returns the exit code
 */
export async function runInEnvironment(
  help: string,
  command: (args: readonly string[]) => Promise<number>,
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
    process.exitCode = await command(positionals)
  } catch (error) {
    console.error(formatError(error))
    process.exitCode = 1
  }
}
