import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'

/** Empty accounts at Sanity, Supabase, Stripe and EmailJS, and the inputs with which their owner responds to prompts. */
export type NewAccounts = {
  cloud: RunningCloud
  /** The URL of the future site, which does not run yet. */
  site: string
  sitePort: number
  /** Variables with the vendors' origins, which hosted accounts do not need. */
  vendorOrigins: Record<string, string>
  /** A part of each prompt, and the input for it. */
  inputs: readonly [string, string][]
  folder: string
  /** The path of the environment file that `npm run provision` writes. */
  environmentFile: string
  /** Reads the variables of the environment file. */
  readEnvironmentFile(): Record<string, string | undefined>
  close(): Promise<void>
}

/** Creates empty accounts on a separate local cloud. */
export async function openNewAccounts(): Promise<NewAccounts> {
  const cloud = await startLocalCloud()
  const { env } = cloud
  const sitePort = cloud.portBase - 1
  const site = `http://localhost:${sitePort}`
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  const environmentFile = join(folder, '.env.production.local')
  return {
    cloud,
    site,
    sitePort,
    folder,
    environmentFile,
    vendorOrigins: {
      NEXT_PUBLIC_SANITY_API_HOST: env.NEXT_PUBLIC_SANITY_API_HOST,
      SANITY_STREAM_ORIGINS: env.SANITY_STREAM_ORIGINS,
      SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN,
      STRIPE_API_ORIGIN: env.STRIPE_API_ORIGIN,
      NEXT_PUBLIC_EMAILJS_ORIGIN: env.NEXT_PUBLIC_EMAILJS_ORIGIN,
    },
    inputs: [
      ['The URL of the site', site],
      ['the id of the project', 'local'],
      ['role of an administrator', env.SANITY_API_WRITE_TOKEN],
      ['Supabase: the URL', env.NEXT_PUBLIC_SUPABASE_URL],
      ['the publishable key', env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY],
      ['Supabase: the secret key', env.SUPABASE_SECRET_KEY],
      ['an access token', env.SUPABASE_ACCESS_TOKEN],
      ['the connection string of the owner', env.DATABASE_URL],
      ['where the site connects', env.DATABASE_URL],
      ['Stripe:', env.STRIPE_SECRET_KEY],
      ['contact form: the public key', env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY],
      ['contact form: the service', env.NEXT_PUBLIC_EMAILJS_SERVICE_ID],
      ['contact form: the template', env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID],
      ['Mail server of the site', env.SMTP_HOST],
      ['Mail server: the port', env.SMTP_PORT],
      ['Mail server: the user name', env.SMTP_USER],
      ['Mail server: the password', env.SMTP_PASSWORD],
      ['Mail server: the email', env.SMTP_FROM_EMAIL],
      ['Mail server: the name', env.SMTP_FROM_NAME],
      ['Go ahead?', 'yes'],
    ],
    readEnvironmentFile: () => parseEnv(readFileSync(environmentFile, 'utf8')),
    close: async () => {
      await cloud.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the input for a prompt: that of the first part in `inputs` that the prompt contains; empty without one. */
export const respondTo = (prompt: string, inputs: NewAccounts['inputs']): string =>
  inputs.find(([part]) => prompt.includes(part))?.[1] ?? ''
