import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseUrlDescription, databaseUrlSchema, type Environment, parseEnvironment } from '@/lib/env'
import { defineCommand, Problem } from '../lib/command.ts'
import { root } from '../lib/paths.ts'
import type { ContentLakeAccess } from '../lib/sanityClient.ts'
import type { Setting } from './findings.ts'
import { isSiteConnectionString } from './siteLogin.ts'

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
 * @throws Problem with a sentence for each missing or invalid variable of the site, or about DATABASE_OWNER_URL only
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const ownerConnectionString = env.DATABASE_OWNER_URL || undefined
  if (ownerConnectionString !== undefined && !databaseUrlSchema.safeParse(ownerConnectionString).success)
    throw new Problem(`DATABASE_OWNER_URL is not valid: it should be ${databaseUrlDescription}.`)
  try {
    return {
      ...parseEnvironment(env),
      SANITY_API_WRITE_TOKEN: env.SANITY_API_WRITE_TOKEN || undefined,
      DATABASE_OWNER_URL: ownerConnectionString,
      SUPABASE_ACCESS_TOKEN: env.SUPABASE_ACCESS_TOKEN || undefined,
      SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN || undefined,
    }
  } catch (error) {
    throw new Problem(String(error instanceof Error ? error.message : error).replaceAll('\n', ' '))
  }
}

/** The environment file of a production site, which npm run provision writes. */
export const productionFile = '.env.production.local'

/** Returns the dataset with an administrator's token. Throws a Problem when the token is missing. */
export function requireContentLakeAccess(settings: Settings): ContentLakeAccess {
  const { SANITY_API_WRITE_TOKEN: token } = settings
  if (!token) throw new Problem('SANITY_API_WRITE_TOKEN is missing: enter the token of an administrator.')
  return { ...settings, SANITY_API_WRITE_TOKEN: token }
}

/** Creates a row about a missing variable. The reason says why it is needed, or where to find it. */
export const requireVariable = (settings: Settings, name: keyof Settings, reason: string): Setting => ({
  wanted: `${name} is set.`,
  check: async () => (settings[name] ? undefined : `${name} is missing: ${reason}`),
})

/**
 * Returns the connection string of the owner of the tables; undefined for a site without a database.
 *
 * @throws Problem when only that of the site's own role is known, which lacks privileges
 */
export function findOwnerUrl({ DATABASE_URL, DATABASE_OWNER_URL }: Settings): string | undefined {
  const url = DATABASE_OWNER_URL ?? DATABASE_URL
  if (url && isSiteConnectionString(url))
    throw new Problem('DATABASE_OWNER_URL is missing: the connection string of the owner of the tables.')
  return url
}

/**
 * Adds the variables of a file to this process. Variables of the shell take precedence.
 *
 * @param name - a path, absolute or in the repository; by default `.env.production.local`
 * @throws Problem when there is no such file, unless no name is given and the shell has the site's environment
 */
function loadEnvironmentFile(name?: string): void {
  const file = resolve(root, name ?? productionFile)
  if (existsSync(file)) process.loadEnvFile(file)
  else if (name || !process.env.NEXT_PUBLIC_SITE_URL)
    throw new Problem(
      `There is no file ${file}, which would hold the URL, keys and secrets of the site: npm run provision writes ${productionFile}, and --file names another one.`,
    )
}

/**
 * Defines a command that runs in the environment of the file in `--file <name>`, or of the default file.
 *
 * @param action - receives the environment, and the positional arguments
 */
export const defineEnvironmentCommand = (
  help: string,
  action: (settings: Settings, args: readonly string[]) => Promise<void>,
): (() => Promise<void>) =>
  defineCommand(
    `${help}

  --file <name>  reads the environment of the site from this file, by default ${productionFile}`,
    { options: { file: { type: 'string' } }, allowPositionals: true },
    async ({ file }, args) => {
      loadEnvironmentFile(file)
      await action(readSettings(), args)
    },
  )
