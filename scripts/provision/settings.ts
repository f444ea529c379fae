import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseUrlDescription, databaseUrlSchema, type Environment, parseEnvironment } from '@/lib/env'
import { defineCommand, Problem } from '../lib/command.ts'
import { root } from '../lib/paths.ts'
import type { Setting } from './findings.ts'
import { isSiteConnectionString } from './siteLogin.ts'

/** Variables that only scripts read. SUPABASE_API_ORIGIN replaces the origin of Supabase's management API. */
const scriptVariables = [
  'SANITY_API_WRITE_TOKEN',
  'DATABASE_OWNER_URL',
  'SUPABASE_ACCESS_TOKEN',
  'SUPABASE_API_ORIGIN',
] as const

/** The site's environment, and further variables that scripts read. */
export type Settings = Environment & { [Name in (typeof scriptVariables)[number]]?: string | undefined } & {
  /** Whether an empty dataset stays empty, for restoring a backup. */
  skipsSeed?: boolean | undefined
}

/**
 * Reads the environment that the site would run in.
 *
 * @throws Problem about an invalid DATABASE_OWNER_URL, or else about every missing or invalid variable of the site
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  if (env.DATABASE_OWNER_URL && !databaseUrlSchema.safeParse(env.DATABASE_OWNER_URL).success)
    throw new Problem(`DATABASE_OWNER_URL is not valid: it should be ${databaseUrlDescription}.`)
  try {
    // Until the site has its own token, an administrator's can read the same documents.
    const readToken = env.SANITY_API_READ_TOKEN || env.SANITY_API_WRITE_TOKEN
    const settings: Settings = parseEnvironment({ ...env, SANITY_API_READ_TOKEN: readToken })
    for (const name of scriptVariables) settings[name] = env[name] || undefined
    return settings
  } catch (error) {
    throw new Problem(String(error instanceof Error ? error.message : error).replaceAll('\n', ' '))
  }
}

/** The environment file of a production site, which npm run provision writes. */
export const productionFile = '.env.production.local'

/** Creates a setting that requires a variable. The reason says why it is needed, or what to set it to. */
export const requireVariable = (settings: Settings, name: keyof Settings, reason: string): Setting => ({
  wanted: `${name} is set.`,
  check: async () => (settings[name] ? undefined : `${name} is missing: ${reason}`),
})

/**
 * Returns the connection string of the tables' owner; undefined for a site without a database.
 *
 * @throws Problem when only the connection string of the site's role is set, since that role lacks privileges
 */
export function findOwnerUrl({ DATABASE_URL, DATABASE_OWNER_URL }: Settings): string | undefined {
  const url = DATABASE_OWNER_URL ?? DATABASE_URL
  if (url && isSiteConnectionString(url))
    throw new Problem("DATABASE_OWNER_URL is missing: set it to the connection string of the tables' owner.")
  return url
}

/**
 * Defines a command that reads its environment from the file given with `--file <name>`, absolute or relative to the
 * repository, or else from the default file, if it exists. The shell's variables take precedence.
 *
 * @param action - receives the environment. Positional arguments are rejected unless it has a second parameter for them
 */
export const defineEnvironmentCommand = (
  help: string,
  action: (settings: Settings, args: readonly string[]) => Promise<void>,
): (() => Promise<void>) =>
  defineCommand(
    `${help}

  --file <name>  reads the environment of the site from this file, by default ${productionFile}`,
    { options: { file: { type: 'string' } }, allowPositionals: action.length > 1 },
    async ({ file: name }, args) => {
      const file = resolve(root, name ?? productionFile)
      if (existsSync(file)) process.loadEnvFile(file)
      else if (name || !process.env.NEXT_PUBLIC_SITE_URL)
        throw new Problem(
          `${file} does not exist. It should contain the site's URL, keys and secrets: npm run provision writes ${productionFile}, and --file selects a different file.`,
        )
      await action(readSettings(), args)
    },
  )
