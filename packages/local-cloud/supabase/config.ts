import { existsSync } from 'node:fs'
import { z } from 'zod'
import { isLoopback, StartError } from '../config.ts'

const flag = (fallback = false) =>
  z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])
    .default(fallback)
    .describe('true or false')

const whole = (fallback: number, low: number, high: number) =>
  z.coerce
    .number()
    .int()
    .min(low)
    .max(high)
    .default(fallback)
    .describe(`a whole number from ${low} to ${high}`)

const text = (fallback: string, expected: string) => z.string().default(fallback).describe(expected)

const list = (separator: string, expected: string) =>
  z
    .union([z.array(z.string()), z.string().transform((value) => value.split(separator))])
    .transform((items) => items.map((item) => item.trim()).filter(Boolean))
    .default([])
    .describe(expected)

const mailText = z.object({ subject: z.string().optional(), content: z.string().optional() })
/** A project's own text of an email. */
export type MailText = z.infer<typeof mailText>

const DAY = 86_400
const YEAR = 365 * DAY

/**
 * The settings of a hosted project's Auth with its defaults
 * (https://supabase.com/docs/guides/auth/general-configuration). Times are in seconds; 0 turns a time limit off.
 */
const settings = {
  siteUrl: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .describe('a URL such as http://localhost:3000'),
  redirectAllowList: list(',', 'URLs with * and ** separated by commas'),
  otpExpiry: whole(3600, 1, YEAR),
  /** The interval between two emails of a kind to one recipient. */
  mailInterval: whole(60, 0, DAY),
  /** The link in emails, with {{ .SiteURL }}, {{ .TokenHash }}, {{ .Type }}, {{ .RedirectTo }}; by default `/verify`. */
  mailLink: text('', 'a URL with {{ .TokenHash }} and {{ .Type }}'),
  mailSender: text('Local Auth', 'the name of a sender'),
  mailSenderEmail: text('noreply@localhost', 'an email'),
  /** The project's mail server, on this machine; without a host, the cloud's own. */
  smtpHost: z
    .string()
    .refine((host) => host === '' || isLoopback(host))
    .default('')
    .describe('a host on this machine, such as 127.0.0.1'),
  smtpPort: whole(587, 1, 65_535),
  smtpUser: text('', 'a name'),
  smtpPass: text('', 'a password'),
  /** An HTML file as the template of emails, see docs/auth-settings.md; by default a plain one. */
  mailTemplate: z
    .string()
    .refine((file) => file === '' || existsSync(file))
    .default('')
    .describe('the path of a file'),
  /** Subjects and HTML of emails from the management API, which override `mailTemplate`. */
  mails: z.record(z.string(), mailText).default({}).describe('an object of emails with subject and content'),
  mailPasswordChanged: flag(),
  mailEmailChanged: flag(),
  mailFactorEnrolled: flag(),
  mailFactorUnenrolled: flag(),
  jwtExpiry: whole(3600, 1, 7 * DAY),
  passwordMinLength: whole(6, 6, 72),
  /** A password needs one character of each set. */
  passwordCharacters: list(':', 'sets of characters separated by colons'),
  leakedPasswords: flag(),
  passwordNeedsReauthentication: flag(),
  passwordNeedsCurrent: flag(),
  sessionTimebox: whole(0, 0, YEAR),
  /** Limits for each client IP; the limit of emails is a separate setting. */
  rateLimits: flag(true),
  /** Uses the client IP that a server sends (`Sb-Forwarded-For`) instead of the server's. */
  forwardedFor: flag(),
  /** Requires a token of Cloudflare Turnstile; the secret is one of Cloudflare's for tests. */
  captcha: flag(),
  captchaSecret: text('', 'a secret'),
  /** The maximum of emails in an hour for all recipients together; 0 refuses all. */
  rateEmail: whole(30, 0, 1_000_000),
}

const configSchema = z.object(settings)

/** The configuration of Auth. */
export type AuthConfig = z.infer<typeof configSchema>

/** The environment variable of a setting: `otpExpiry` is `LOCAL_AUTH_OTP_EXPIRY`. */
function toVariable(name: string): string {
  return `LOCAL_AUTH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function isSetting(name: string): name is keyof AuthConfig {
  return Object.hasOwn(settings, name)
}

function parseSetting(name: keyof AuthConfig, value: unknown, label: string): unknown {
  const setting: z.ZodType = settings[name]
  const { success, data } = setting.safeParse(value)
  if (success) return data
  throw new StartError(`${label} is ${JSON.stringify(value)}: it should be ${setting.description}.`)
}

/**
 * The configuration in `LOCAL_AUTH_…` variables over the defaults.
 *
 * @param siteUrl - the site's origin
 * @throws StartError when a variable is invalid
 */
export function readAuthConfig(env: Record<string, string | undefined>, siteUrl: string): AuthConfig {
  const config = configSchema.parse({ siteUrl })
  for (const name of Object.keys(settings).filter(isSetting)) {
    const variable = toVariable(name)
    const value = env[variable]
    if (value) Object.assign(config, { [name]: parseSetting(name, value, variable) })
  }
  return config
}

/**
 * The configuration with some settings changed.
 *
 * @throws StartError when a setting is unknown or invalid
 */
export function changeConfig(config: AuthConfig, changes: Record<string, unknown>): AuthConfig {
  const parsed = Object.entries(changes).map(([name, value]) => {
    if (!isSetting(name)) throw new StartError(`There is no setting "${name}".`)
    return [name, parseSetting(name, value, name)]
  })
  return { ...config, ...Object.fromEntries(parsed) }
}
