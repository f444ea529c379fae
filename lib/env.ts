import { z } from 'zod'
import { isSafeConnection } from './databaseConnection.ts'

const text = (pattern: RegExp) => z.string().regex(pattern)
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const secret = (minLength: number) => z.string().min(minLength)

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.canParse(value) && new URL(value).origin === value)

/**
 * The schema of a Supabase key. Rejects the other kind of key, by its prefix or by the role in a legacy key.
 * https://supabase.com/docs/guides/api/api-keys
 */
const supabaseKey = (rejected: { prefix: 'publishable' | 'secret'; role: 'anon' | 'service_role' }) =>
  secret(20)
    .refine((key) => !key.startsWith(`sb_${rejected.prefix}_`))
    .refine((key) => !Buffer.from(key.split('.')[1] ?? '', 'base64url').includes(`"${rejected.role}"`))

/** The schema of a safe connection string: `DATABASE_URL` or, in scripts, `DATABASE_OWNER_URL`. */
export const databaseUrlSchema = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((value) => !URL.canParse(value) || isSafeConnection(value))

/** The expected form of a `DATABASE_…URL`, for the error message. */
export const databaseUrlDescription =
  'the connection string of the Postgres database, such as postgres://user:password@host:5432/postgres; connections to other machines are encrypted and verified, so sslmode=disable and no-verify are not allowed, and certificates belong in DATABASE_CA'

/** Certificates in PEM. Some hosts allow only single-line variables, so `\n` may stand for line breaks. */
const certificates = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n').trim())
  .refine((value) => /^-----BEGIN CERTIFICATE-----\s[\s\S]+\s-----END CERTIFICATE-----$/.test(value))

const environmentSchema = z.object({
  NEXT_PUBLIC_SITE_URL: origin.describe('the public origin of the site, for example http://localhost:3000'),
  NEXT_PUBLIC_SANITY_PROJECT_ID: text(/^[a-z0-9-]+$/).describe('the id of the Sanity project'),
  NEXT_PUBLIC_SANITY_DATASET: text(/^[a-z0-9][a-z0-9_-]*$/).describe(
    'the Sanity dataset, such as production',
  ),
  NEXT_PUBLIC_SANITY_API_HOST: origin
    .optional()
    .describe('empty for the hosted service, or the origin of a Content Lake such as http://localhost:4001'),
  SANITY_STREAM_ORIGINS: z
    .string()
    .refine((value) => value.split(/\s+/).every((streamOrigin) => origin.safeParse(streamOrigin).success))
    .optional()
    .describe('empty, or the origins of the event streams, separated by spaces'),
  SANITY_API_READ_TOKEN: secret(20).describe('a Sanity token with the viewer role, at least 20 characters'),
  SANITY_WEBHOOK_SECRET: secret(16).describe('the secret that signs Sanity webhooks, at least 16 characters'),
  NEXT_PUBLIC_EMAILJS_ORIGIN: origin
    .optional()
    .describe(
      'empty for the hosted service, or the origin of a compatible one such as http://localhost:4004',
    ),
  NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: text(/^[\w-]+$/).describe('the public key of the EmailJS account'),
  NEXT_PUBLIC_EMAILJS_SERVICE_ID: text(/^[\w-]+$/).describe('the id of the EmailJS service'),
  NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: text(/^[\w-]+$/).describe('the id of the EmailJS template'),
  NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS: z
    .enum(['true', 'false'])
    .optional()
    .describe('true or empty to refuse automated browsers, otherwise false'),
  SMTP_HOST: text(/^[\w.:-]+$/)
    .optional()
    .describe('the host name of the mail server that the site sends through, such as smtp.example.com'),
  SMTP_PORT: integer(1, 65_535)
    .optional()
    .describe('the port of the mail server: 465 for TLS, 587 for STARTTLS'),
  SMTP_USER: z.string().optional().describe('the user name for the mail server'),
  SMTP_PASSWORD: z.string().optional().describe('the password for the mail server'),
  SMTP_FROM_EMAIL: z.email().optional().describe('the email that the site sends from'),
  SMTP_FROM_NAME: text(/^[^\p{Cc}]{1,100}$/u)
    .optional()
    .describe("the sender name of the site's emails, on one line"),
  NEXT_PUBLIC_SUPABASE_URL: origin.describe(
    'the URL of the Supabase project, such as https://abcdefgh.supabase.co',
  ),
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: supabaseKey({ prefix: 'secret', role: 'service_role' }).describe(
    'the publishable key of the Supabase project, sb_publishable_…, or its legacy anon key',
  ),
  SUPABASE_SECRET_KEY: supabaseKey({ prefix: 'publishable', role: 'anon' }).describe(
    'the secret key of the Supabase project, sb_secret_…, or its legacy service_role key',
  ),
  DATABASE_URL: databaseUrlSchema.optional().describe(databaseUrlDescription),
  DATABASE_CA: certificates
    .optional()
    .describe("the PEM certificate of the database server's CA, beginning with -----BEGIN CERTIFICATE-----"),
  STRIPE_SECRET_KEY: text(/^[sr]k_(test|live)_\S+$/)
    .optional()
    .describe('a secret or restricted Stripe key, such as sk_test_…'),
  STRIPE_WEBHOOK_SECRET: text(/^whsec_\S{16,}$/)
    .optional()
    .describe('the secret that signs Stripe webhooks, such as whsec_…'),
  STRIPE_API_ORIGIN: origin
    .optional()
    .describe(
      'empty for the hosted service, or the origin of a compatible one such as http://localhost:4003',
    ),
  CRON_SECRET: secret(16).optional().describe("the scheduler's secret, at least 16 characters"),
  POSTPROCESS_PAGES: z
    .enum(['off'])
    .optional()
    .describe('empty, or off if the host cannot send headers that are stored with a page'),
  CLIENT_IP_HEADER: text(/^[a-z0-9-]+$/i)
    .toLowerCase()
    .optional()
    .describe(
      "empty for x-forwarded-for, or the header in which the proxy in front of the site writes the visitor's IP, such as cf-connecting-ip",
    ),
  EMAIL_HASH_SECRET: secret(32)
    .optional()
    .describe('the secret for hashing emails and account ids, at least 32 characters; never change it'),
  PAST_DUE_GRACE_DAYS: integer(0, 60)
    .default(14)
    .describe('the number of days, 0 to 60, for which a member keeps access while a renewal is unpaid'),
  PAUSED_ACCESS: z
    .enum(['on'])
    .optional()
    .describe('empty, or on if members keep access while staff have paused their payments in Stripe'),
  NEXT_PUBLIC_TURNSTILE_SITE_KEY: text(/^[\w-]+$/)
    .optional()
    .describe('the site key of Cloudflare Turnstile, the CAPTCHA of the site, or empty'),
  TURNSTILE_SECRET_KEY: secret(20)
    .optional()
    .describe('the secret key of Turnstile, for sign-in links and guest checkouts, or empty'),
  CONTENT_REVALIDATE_SECONDS: integer(1, 3600)
    .default(240)
    .describe('the number of seconds, 1 to 3600, after which a page is rendered again without a webhook'),
})

/** The server's validated environment. */
export type Environment = z.infer<typeof environmentSchema>

/**
 * Variables that are valid only together. With an incomplete set, the site would, for example, accept payments without
 * processing them.
 */
const requiredSets: readonly (readonly (keyof Environment)[])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'DATABASE_URL', 'CRON_SECRET', 'EMAIL_HASH_SECRET'],
  ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_FROM_EMAIL', 'SMTP_FROM_NAME'],
]

/**
 * Validates each environment variable on its own. Accepts incomplete {@link requiredSets}, since scripts also run before
 * a site is fully configured.
 *
 * @throws an Error that lists each invalid variable and its expected value
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  // Dotenv files list unset variables without a value (`NAME=`).
  const setVariables = Object.entries(source).filter(([, value]) => value !== '')
  const parsed = environmentSchema.safeParse(Object.fromEntries(setVariables))
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  throw new Error([...names].map((name) => describeProblem(name, source[name])).join('\n'))
}

/**
 * Validates the site's environment during the build and whenever the server starts. Unlike {@link parseEnvironment},
 * also rejects incomplete {@link requiredSets}.
 */
export function parseSiteEnvironment(source: Record<string, string | undefined>): Environment {
  const env = parseEnvironment(source)
  const problems = requiredSets.flatMap((names) => {
    const presentName = names.find((name) => env[name] !== undefined)
    const missing = presentName ? names.filter((name) => env[name] === undefined) : []
    return missing.map((name) => `${describeProblem(name, undefined)} ${presentName} is set, and needs it.`)
  })
  if (problems.length) throw new Error(problems.join('\n'))
  return env
}

function describeProblem(name: string, value: string | undefined): string {
  return `${name} ${value ? 'is not valid' : 'is missing'}: it should be ${getDescription(name)}.`
}

function getDescription(name: string): string {
  return Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1].description ?? 'set'
}

let cached: Environment | undefined

/** Returns the server's environment, validated once. Throws like {@link parseEnvironment}. */
export function environment(): Environment {
  cached ??= parseEnvironment(process.env)
  return cached
}
