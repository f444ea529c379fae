import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type CloudConfig, computePorts } from './config.ts'
import { account } from './emailjs/account.ts'
import { writePrivateFile } from './privateFile.ts'
import { createApiKeys } from './supabase/keys/apiKeys.ts'

/** The variables that an application needs to use this local cloud. */
export type CloudEnv = ReturnType<typeof loadCloudEnv>

function readExisting(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Reads `<dataDir>/cloud.env` (mode 0600), or creates it with random tokens. Reuses stored tokens, updates the ports
 * in URLs, and leaves other variables unchanged.
 */
export function loadCloudEnv(config: CloudConfig) {
  const file = join(config.dataDir, 'cloud.env')
  const existing = readExisting(file)
  const { sanity, supabase, stripe, emailjs, postgres, smtp, streams } = computePorts(config.portBase)
  const readOrCreateSecret = (name: string, prefix: string) =>
    existing[name] || `${prefix}${randomBytes(32).toString('base64url')}`
  const apiKeys = createApiKeys()
  const env = {
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
    NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${sanity}`,
    SANITY_STREAM_ORIGINS: streams.map((port) => `http://localhost:${port}`).join(' '),
    SANITY_API_READ_TOKEN: readOrCreateSecret('SANITY_API_READ_TOKEN', 'local_read_'),
    SANITY_API_WRITE_TOKEN: readOrCreateSecret('SANITY_API_WRITE_TOKEN', 'local_write_'),
    SANITY_WEBHOOK_SECRET: readOrCreateSecret('SANITY_WEBHOOK_SECRET', ''),
    NEXT_PUBLIC_SUPABASE_URL: `http://localhost:${supabase}`,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY:
      existing.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY || apiKeys.publishable,
    SUPABASE_SECRET_KEY: existing.SUPABASE_SECRET_KEY || apiKeys.secret,
    // Supabase's management API shares Auth's port.
    SUPABASE_ACCESS_TOKEN: readOrCreateSecret('SUPABASE_ACCESS_TOKEN', 'sbp_'),
    SUPABASE_API_ORIGIN: `http://localhost:${supabase}`,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${postgres}/postgres`,
    STRIPE_SECRET_KEY: readOrCreateSecret('STRIPE_SECRET_KEY', 'sk_test_local'),
    STRIPE_API_ORIGIN: `http://localhost:${stripe}`,
    STRIPE_WEBHOOK_SECRET: readOrCreateSecret('STRIPE_WEBHOOK_SECRET', 'whsec_'),
    NEXT_PUBLIC_EMAILJS_ORIGIN: `http://localhost:${emailjs}`,
    NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: account.publicKey,
    NEXT_PUBLIC_EMAILJS_SERVICE_ID: account.serviceId,
    NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: config.mailTemplate.id,
    // Browser tests are headless, and `@emailjs/browser` can refuse to send from headless browsers.
    NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS: 'false',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtp),
    SMTP_USER: 'local',
    SMTP_PASSWORD: readOrCreateSecret('SMTP_PASSWORD', ''),
    SMTP_FROM_EMAIL: config.mailSender.email,
    SMTP_FROM_NAME: config.mailSender.name,
    LOCAL_CONTROL_TOKEN: readOrCreateSecret('LOCAL_CONTROL_TOKEN', 'local_control_'),
  }
  const merged = { ...existing, ...env }
  const text = Object.entries(merged)
    .map(([name, value]) => `${name}=${/\s/.test(value ?? '') ? `"${value}"` : value}\n`)
    .join('')
  const isUnchanged = Object.entries(env).every(([name, value]) => existing[name] === value)
  if (isUnchanged) chmodSync(file, 0o600)
  else writePrivateFile(file, text)
  return env
}
