import { z } from 'zod'
import { StartError } from '../config.ts'

const booleanSetting = ({ fallback = false } = {}) =>
  z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })])
    .default(fallback)
    .describe('true or false')

const integerSetting = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback).describe(`a whole number from ${min} to ${max}`)

const textSetting = (fallback: string, validForm: string) => z.string().default(fallback).describe(validForm)

const listSetting = (separator: string, validForm: string) =>
  z
    .union([z.array(z.string()), z.string().transform((value) => value.split(separator))])
    .transform((values) => values.map((value) => value.trim()).filter(Boolean))
    .default([])
    .describe(validForm)

const mailText = z.object({ subject: z.string().optional(), content: z.string().optional() })
/** A custom email template. */
export type MailText = z.infer<typeof mailText>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

/**
 * Auth's settings, with the defaults of a hosted project
 * (https://supabase.com/docs/guides/auth/general-configuration). Times are in seconds; 0 turns a time limit off.
 */
const settings = {
  siteUrl: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .describe('a URL such as http://localhost:3000'),
  redirectAllowList: listSetting(',', 'URLs with * and **, separated by commas'),
  otpExpiry: integerSetting(3600, 1, YEAR_SECONDS),
  /** The minimum interval between two emails of the same kind to the same recipient. */
  mailInterval: integerSetting(60, 0, DAY_SECONDS),
  /** The link in emails, with {{ .SiteURL }}, {{ .TokenHash }}, {{ .Type }}, {{ .RedirectTo }}; by default `/verify`. */
  mailLink: textSetting('', 'a URL with {{ .TokenHash }} and {{ .Type }}'),
  mailSender: textSetting('Local Auth', 'the name of a sender'),
  mailSenderEmail: textSetting('noreply@localhost', 'an email'),
  /** The project's mail server, replaced by the local one, whose credentials are required if a host is set. */
  smtpHost: textSetting('', 'a host'),
  smtpPort: integerSetting(587, 1, 65_535),
  smtpUser: textSetting('', 'a name'),
  smtpPass: textSetting('', 'a password'),
  /** The project's email subjects and HTML, which the management API can also set. */
  mails: z
    .preprocess(
      (value) => (typeof value === 'string' ? parseJson(value) : value),
      z.record(z.string(), mailText),
    )
    .default({})
    .describe('a JSON object of emails, each with a subject and content'),
  /** This setting and the next three: whether to email security notifications. */
  mailPasswordChanged: booleanSetting(),
  mailEmailChanged: booleanSetting(),
  mailFactorEnrolled: booleanSetting(),
  mailFactorUnenrolled: booleanSetting(),
  jwtExpiry: integerSetting(3600, 1, 7 * DAY_SECONDS),
  passwordMinLength: integerSetting(6, 6, 72),
  /** A password needs at least one character from each set. */
  passwordCharacters: listSetting(':', 'sets of characters separated by colons'),
  /** Whether to reject passwords on a short list of leaked ones. */
  leakedPasswords: booleanSetting(),
  passwordNeedsReauthentication: booleanSetting(),
  passwordNeedsCurrent: booleanSetting(),
  sessionTimebox: integerSetting(0, 0, YEAR_SECONDS),
  /** Limits requests by client IP. The limit for emails is `rateEmail`. */
  rateLimits: booleanSetting({ fallback: true }),
  /** Uses the client IP that a server sends (`Sb-Forwarded-For`) instead of the server's own. */
  forwardedFor: booleanSetting(),
  /** Requires a Turnstile token: Cloudflare's test token, valid only with the test secret in `captchaSecret`. */
  captcha: booleanSetting(),
  captchaSecret: textSetting('', 'a secret'),
  /** The maximum number of emails per hour, for all recipients together. 0 refuses every email. */
  rateEmail: integerSetting(30, 0, 1_000_000),
}

const configSchema = z.object(settings)

export type AuthConfig = z.infer<typeof configSchema>

/** Returns the environment variable for a setting: `LOCAL_AUTH_OTP_EXPIRY` for `otpExpiry`. */
function toVariableName(name: string): string {
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
 * Reads the configuration from `LOCAL_AUTH_…` variables. Unset variables use the defaults.
 *
 * @param siteUrl - the site's origin
 * @throws StartError when a variable is invalid
 */
export function readAuthConfig(env: Record<string, string | undefined>, siteUrl: string): AuthConfig {
  const config = configSchema.parse({ siteUrl })
  for (const name of Object.keys(settings).filter(isSetting)) {
    const variable = toVariableName(name)
    const value = env[variable]
    if (value) Object.assign(config, { [name]: parseSetting(name, value, variable) })
  }
  return config
}

/**
 * Returns a copy of the configuration with some settings changed.
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
