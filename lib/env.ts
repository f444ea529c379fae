import { z } from 'zod'
import { isSafeConnection } from './databaseConnection.ts'

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    'an origin such as https://example.com, without a path',
  )

const token = z.string().min(20, 'a token of at least 20 characters')

/**
 * The schema of a Supabase key. Rejects the other kind of key, by its prefix or, for a legacy key, its token's role.
 * https://supabase.com/docs/guides/api/api-keys
 */
const supabaseKey = (rejected: { prefix: 'publishable' | 'secret'; role: 'anon' | 'service_role' }) =>
  z
    .string()
    .min(20)
    .refine((key) => !key.startsWith(`sb_${rejected.prefix}_`))
    .refine((key) => !Buffer.from(key.split('.')[1] ?? '', 'base64url').includes(`"${rejected.role}"`))

/** A safe connection string: that of `DATABASE_URL`, and in scripts that of `DATABASE_OWNER_URL`. */
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

const oneLine = z.string().regex(/^[^\p{Cc}]{1,100}$/u)

const emailjsId = z.string().regex(/^[\w-]+$/)

/** Treats an empty variable as unset, because dotenv files list unset variables without a value (`NAME=`). */
const emptyAsUnset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

const optional = <T extends z.ZodType>(schema: T) => emptyAsUnset(schema.optional())

const environmentSchema = z.object({
  NEXT_PUBLIC_SITE_URL: origin.describe('the public origin of the site, for example http://localhost:3000'),
  NEXT_PUBLIC_SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .describe('the Sanity project id: lower-case letters, digits and dashes'),
  NEXT_PUBLIC_SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/)
    .describe('the Sanity dataset, for example production'),
  NEXT_PUBLIC_SANITY_API_HOST: optional(origin).describe(
    'empty for the hosted service, otherwise the origin of a Content Lake such as http://localhost:4001',
  ),
  SANITY_STREAM_ORIGINS: optional(
    z
      .string()
      .refine((value) => value.split(/\s+/).every((streamOrigin) => origin.safeParse(streamOrigin).success)),
  ).describe('empty, or the origins of the event streams, separated by spaces'),
  SANITY_API_READ_TOKEN: token.describe('a Sanity token with the viewer role, at least 20 characters'),
  SANITY_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .describe('the secret that signs Sanity webhooks, at least 16 characters'),
  NEXT_PUBLIC_EMAILJS_ORIGIN: optional(origin).describe(
    'empty for the hosted service, otherwise the origin of a compatible one such as http://localhost:4004',
  ),
  NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: emailjsId.describe('the public key of the EmailJS account'),
  NEXT_PUBLIC_EMAILJS_SERVICE_ID: emailjsId.describe(
    'the id of the EmailJS service, such as service_ab12cd3',
  ),
  NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: emailjsId.describe(
    'the id of the EmailJS template of the contact form, such as template_ab12cd3',
  ),
  NEXT_PUBLIC_EMAILJS_BLOCK_HEADLESS: optional(z.enum(['true', 'false'])).describe(
    'true (as when empty) to refuse automated browsers, or false',
  ),
  SMTP_HOST: optional(z.string().regex(/^[\w.:-]+$/)).describe(
    'the name of the mail server with which the site sends, such as smtp.example.com',
  ),
  SMTP_PORT: optional(z.coerce.number().int().min(1).max(65_535)).describe(
    'the port of the mail server: 465 for TLS, 587 for STARTTLS',
  ),
  SMTP_USER: optional(z.string()).describe('the user name at the mail server'),
  SMTP_PASSWORD: optional(z.string()).describe('the password at the mail server'),
  SMTP_FROM_EMAIL: optional(z.email()).describe(
    'the email that messages of the site come from, such as hello@example.com',
  ),
  SMTP_FROM_NAME: optional(oneLine).describe('the name that messages of the site come from, in one line'),
  NEXT_PUBLIC_SUPABASE_URL: origin.describe(
    'the URL of the Supabase project, such as https://abcdefgh.supabase.co',
  ),
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: supabaseKey({ prefix: 'secret', role: 'service_role' }).describe(
    'the publishable key of the Supabase project, sb_publishable_…, or its legacy anon key',
  ),
  SUPABASE_SECRET_KEY: supabaseKey({ prefix: 'publishable', role: 'anon' }).describe(
    'the secret key of the Supabase project, sb_secret_…, or its legacy service_role key',
  ),
  DATABASE_URL: optional(databaseUrlSchema).describe(databaseUrlDescription),
  DATABASE_CA: optional(certificates).describe(
    'the certificate, in PEM, of the authority of the database: the text from -----BEGIN CERTIFICATE----- on',
  ),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^[sr]k_(test|live)_\S+$/)).describe(
    'a secret or restricted key of Stripe, such as sk_test_…',
  ),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_\S{16,}$/)).describe(
    'the secret that signs webhooks of Stripe, such as whsec_…',
  ),
  STRIPE_API_ORIGIN: optional(origin).describe(
    'empty for the hosted service, otherwise the origin of a compatible one such as http://localhost:4003',
  ),
  CRON_SECRET: optional(z.string().min(16)).describe(
    'the secret with which the scheduler calls, at least 16 characters',
  ),
  POSTPROCESS_PAGES: optional(z.enum(['off'])).describe(
    'empty, or off where the host cannot send headers that are stored with a page',
  ),
  CLIENT_IP_HEADER: optional(
    z
      .string()
      .regex(/^[a-z0-9-]+$/i)
      .toLowerCase(),
  ).describe(
    'empty for x-forwarded-for, otherwise the name of the header in which the proxy in front of the site writes the IP of the visitor, such as cf-connecting-ip',
  ),
  EMAIL_HASH_SECRET: optional(z.string().min(32)).describe(
    'the secret with which the emails and cards of buyers are hashed, at least 32 characters, never changed',
  ),
  PAST_DUE_GRACE_DAYS: emptyAsUnset(z.coerce.number().int().min(0).max(60).default(14)).describe(
    'a whole number of days from 0 to 60 for which a member keeps access while a renewal is unpaid',
  ),
  PAUSED_ACCESS: optional(z.enum(['on'])).describe(
    'empty, or on where a member keeps access while staff have paused the payments in Stripe',
  ),
  NEXT_PUBLIC_TURNSTILE_SITE_KEY: optional(z.string().regex(/^[\w-]+$/)).describe(
    'the site key of Cloudflare Turnstile, the CAPTCHA of the site, or empty',
  ),
  TURNSTILE_SECRET_KEY: optional(z.string().min(20)).describe(
    "the secret key of the site's Turnstile, with which tokens of sign-in links and of checkouts of guests are verified, or empty",
  ),
  CONTENT_REVALIDATE_SECONDS: emptyAsUnset(z.coerce.number().int().min(1).max(3600).default(240)).describe(
    'a whole number of seconds from 1 to 3600 after which a page is rendered again without a webhook',
  ),
})

/** The validated environment of the server. */
export type Environment = z.infer<typeof environmentSchema>

/** The variables of the server's mail account, at any SMTP service. */
const smtpNames = [
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_USER',
  'SMTP_PASSWORD',
  'SMTP_FROM_EMAIL',
  'SMTP_FROM_NAME',
] as const satisfies (keyof Environment)[]

/**
 * Variables that are valid only together. With an incomplete set, the site would for example accept payments without
 * processing them.
 */
const requiredSets: readonly (readonly (keyof Environment)[])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'DATABASE_URL', 'CRON_SECRET', 'EMAIL_HASH_SECRET'],
  smtpNames,
]

/**
 * Validates each environment variable by itself. Accepts incomplete {@link requiredSets}, since scripts also run before
 * a site is fully configured.
 *
 * @param source - names and values, normally `process.env`
 * @returns the validated values, defaults filled in
 * @throws an Error that names each wrong variable and its expected value
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = environmentSchema.safeParse(source)
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
  throw new Error([...names].map((name) => describeProblem(name, source[name])).join('\n'))
}

/**
 * Validates the environment of the site at the build and at each start. Also rejects incomplete {@link requiredSets},
 * unlike {@link parseEnvironment}.
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
  const entry = Object.entries(environmentSchema.shape).find(([key]) => key === name)
  return entry?.[1].description ?? 'set'
}

let cached: Environment | undefined

/**
 * The server's environment, validated once.
 *
 * @throws as {@link parseEnvironment}
 */
export function environment(): Environment {
  cached ??= parseEnvironment(process.env)
  return cached
}
