import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describeRealCredential } from 'local-cloud/liveCredentials'
import { z } from 'zod'
import type { Variables } from '../lib/children.ts'
import { Problem } from '../lib/command.ts'

/** The content of `<dataDir>/cloud.env`: the URLs and tokens of a local cloud. */
export type CloudEnvironment = z.infer<typeof cloudSchema>

const cloudSchema = z.looseObject({
  NEXT_PUBLIC_SANITY_PROJECT_ID: z.string(),
  NEXT_PUBLIC_SANITY_DATASET: z.string(),
  NEXT_PUBLIC_SANITY_API_HOST: z.string(),
  SANITY_API_READ_TOKEN: z.string(),
  SANITY_API_WRITE_TOKEN: z.string(),
  SANITY_WEBHOOK_SECRET: z.string(),
  DATABASE_URL: z.string(),
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_API_ORIGIN: z.string(),
  LOCAL_CONTROL_TOKEN: z.string(),
})

/**
 * Variables of the application and the local cloud. Started processes inherit none of them from the shell. `up.ts` reads its
 * options LOCAL_DATA_DIR, LOCAL_PORT_BASE and NEXT_DIST_DIR from the shell.
 */
const applicationVariable =
  /^(NEXT_PUBLIC_|SANITY_|SUPABASE_|STRIPE_|EMAILJS_|SMTP_|DATABASE_|LOCAL_|CONTENT_)|^(CRON_SECRET|EMAIL_HASH_SECRET|CLIENT_IP_HEADER|POSTPROCESS_PAGES|NEXT_DIST_DIR|PAST_DUE_GRACE_DAYS|PAUSED_ACCESS|TURNSTILE_SECRET_KEY)$/

/** Variables that configure Node or Next for other tools, and would change the build. */
const toolVariable = /^(NODE_ENV|NODE_OPTIONS|PORT|HOSTNAME|VITEST.*|TEST|__NEXT.*|TURBOPACK)$/

/** The endings of the `.env` files that Next reads on its own (https://nextjs.org/docs/app/guides/environment-variables). */
const environmentFileEndings = [
  '',
  '.local',
  '.production',
  '.production.local',
  '.development',
  '.development.local',
]

function parseDotenv(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * Reads the environment that a local cloud provides for applications.
 *
 * @throws Problem when the file is missing or incomplete
 */
export function readCloudEnvironment(dataDir: string): CloudEnvironment {
  const file = join(dataDir, 'cloud.env')
  const parsed = cloudSchema.safeParse(parseDotenv(file))
  if (parsed.success) return parsed.data
  throw new Problem(`The local cloud did not write ${file} as expected.`)
}

/**
 * Requires that no credentials of real accounts are configured, since `startStack` uses the local cloud only.
 *
 * @param folder - the folder in which Next would read its environment files
 * @throws Problem that mentions the variable, where it is set, and no value except a project id or host
 */
export function refuseRealCredentials(folder: string, env: Variables = process.env): void {
  const sources = [
    { place: 'the shell', values: env },
    ...environmentFileEndings.map((ending) => ({
      place: `.env${ending}`,
      values: parseDotenv(join(folder, `.env${ending}`)),
    })),
  ]
  for (const { place, values } of sources) {
    for (const [name, value] of Object.entries(values)) {
      const isProject = name === 'NEXT_PUBLIC_SANITY_PROJECT_ID' && value !== 'local'
      const reason = value && (isProject ? `is "${value}"` : describeRealCredential(name, value))
      if (!reason) continue
      throw new Problem(
        `This command only runs against the local cloud, but ${name} in ${place} ${reason}: unset it, or use npm run build and npm start for real accounts.`,
      )
    }
  }
}

/** The local cloud's variables that are for scripts only. The site must never have them. */
const scriptOnlyVariables = new Set([
  'SANITY_API_WRITE_TOKEN',
  'SUPABASE_ACCESS_TOKEN',
  'SUPABASE_API_ORIGIN',
  'LOCAL_CONTROL_TOKEN',
])

/** Returns the shell's environment without variables of the application and of tools, and with telemetry turned off. */
export function getNeutralEnvironment(env: Variables = process.env): Variables {
  const remainingVariables = Object.entries(env).filter(
    ([name]) => !applicationVariable.test(name) && !toolVariable.test(name),
  )
  return {
    ...Object.fromEntries(remainingVariables),
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  }
}

/** The site's own secrets. They protect nothing, since only this machine can reach the site and the local cloud. */
export const localSecrets = {
  CRON_SECRET: 'the-scheduler-of-the-local-site',
  EMAIL_HASH_SECRET: 'the-hashes-of-emails-on-the-local-site',
}

/**
 * Returns the variables that the site is built and served with: those of the local cloud, except those for scripts only,
 * and the site's own.
 */
export function getSiteVariables(
  cloud: CloudEnvironment,
  options: { sitePort: number; distDir: string; extra?: Record<string, string> | undefined },
): Record<string, string> {
  const cloudVariables = Object.entries(cloud).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !scriptOnlyVariables.has(name) ? [[name, value]] : [],
  )
  return {
    ...Object.fromEntries(cloudVariables),
    NEXT_PUBLIC_SITE_URL: `http://localhost:${options.sitePort}`,
    NEXT_DIST_DIR: options.distDir,
    ...localSecrets,
    ...options.extra,
  }
}
