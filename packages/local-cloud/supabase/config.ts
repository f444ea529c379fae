import { existsSync } from 'node:fs'
import { isLoopback, StartError } from '../config.ts'
import { isRecord } from '../http/body.ts'

type Setting<Value> = {
  fallback: Value
  /** What a value should be, for people. */
  expects: string
  /** The value that a text or a JSON value stands for; undefined when it stands for none. */
  parse: (value: unknown) => Value | undefined
}

function flag(fallback: boolean): Setting<boolean> {
  return {
    fallback,
    expects: 'true or false',
    parse: (value) => {
      if (typeof value === 'boolean') return value
      if (value === 'true' || value === '1') return true
      return value === 'false' || value === '0' ? false : undefined
    },
  }
}

function whole(fallback: number, low: number, high: number): Setting<number> {
  return {
    fallback,
    expects: `a whole number from ${low} to ${high}`,
    parse: (value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high
        ? number
        : undefined
    },
  }
}

function text(fallback: string, expects: string): Setting<string> {
  return { fallback, expects, parse: (value) => (typeof value === 'string' ? value : undefined) }
}

function file(): Setting<string> {
  return {
    fallback: '',
    expects: 'the path of a file',
    parse: (value) => (typeof value === 'string' && (!value || existsSync(value)) ? value : undefined),
  }
}

/** A host of this machine, since nothing leaves it, or an empty text. */
function ownHost(): Setting<string> {
  return {
    fallback: '',
    expects: 'a host on this machine, such as 127.0.0.1',
    parse: (value) => (typeof value === 'string' && (!value || isLoopback(value)) ? value : undefined),
  }
}

/** Of an e-mail, as a hosted project keeps it. */
export type MailText = { subject?: string; content?: string }

function mails(): Setting<Readonly<Record<string, MailText>>> {
  return {
    fallback: {},
    expects: 'an object of e-mails with subject and content',
    parse: (value) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).flatMap(mailEntry)) : undefined,
  }
}

function mailEntry([name, value]: [string, unknown]): [string, MailText][] {
  if (!isRecord(value)) return []
  const { subject, content } = value
  return [
    [
      name,
      {
        ...(typeof subject === 'string' && { subject }),
        ...(typeof content === 'string' && { content }),
      },
    ],
  ]
}

function origin(fallback: string): Setting<string> {
  return {
    fallback,
    expects: 'an address such as http://localhost:3000',
    parse: (value) => {
      const url = typeof value === 'string' ? URL.parse(value) : null
      return url && ['http:', 'https:'].includes(url.protocol) ? String(value) : undefined
    },
  }
}

function list(fallback: string[], expects: string, separator: string): Setting<string[]> {
  return {
    fallback,
    expects,
    parse: (value) => {
      const items = typeof value === 'string' ? value.split(separator) : value
      if (!Array.isArray(items)) return undefined
      const texts = items.filter((item): item is string => typeof item === 'string')
      return texts.length === items.length ? texts.map((item) => item.trim()).filter(Boolean) : undefined
    },
  }
}

const DAY = 86_400
const YEAR = 365 * DAY

/**
 * The settings of a hosted project's Auth and their defaults there
 * (https://supabase.com/docs/guides/auth/general-configuration). Times are seconds; 0 turns a time limit off.
 */
const SETTINGS = {
  siteUrl: origin('http://localhost:3000'),
  redirectAllowList: list([], 'addresses with * and ** separated by commas', ','),
  otpExpiry: whole(3600, 1, YEAR),
  /** Between two e-mails of a kind to an address. */
  mailInterval: whole(60, 0, DAY),
  /** Where e-mails link to, with {{ .SiteURL }}, {{ .TokenHash }}, {{ .Type }}, {{ .RedirectTo }}; empty: /verify. */
  mailLink: text('', 'an address with {{ .TokenHash }} and {{ .Type }}'),
  /** The name that e-mails come from, and their address. */
  mailSender: text('Local Auth', 'the name of a sender'),
  mailSenderEmail: text('noreply@localhost', 'an email'),
  /** The project's mail server; without a host, e-mails go to the cloud's own. */
  smtpHost: ownHost(),
  smtpPort: whole(587, 1, 65_535),
  smtpUser: text('', 'a name'),
  smtpPass: text('', 'a password'),
  /** An HTML file that e-mails are made of, see docs/auth-settings.md; empty: one that looks like nothing in particular. */
  mailTemplate: file(),
  /** Subjects and HTML of e-mails, as the management API sets them; they win over `mailTemplate`. */
  mails: mails(),
  mailPasswordChanged: flag(false),
  mailEmailChanged: flag(false),
  mailFactorEnrolled: flag(false),
  mailFactorUnenrolled: flag(false),
  jwtExpiry: whole(3600, 1, 7 * DAY),
  passwordMinLength: whole(6, 6, 72),
  /** Sets of characters of which a password needs one each. */
  passwordCharacters: list([], 'sets of characters separated by colons', ':'),
  leakedPasswords: flag(false),
  passwordNeedsReauthentication: flag(false),
  passwordNeedsCurrent: flag(false),
  sessionTimebox: whole(0, 0, YEAR),
  /** Limits for each caller's address; the limit on e-mails stands on its own. */
  rateLimits: flag(true),
  /** Counts the IP that a server names (`Sb-Forwarded-For`) in place of the server's. */
  forwardedFor: flag(false),
  /** Asks for a token of Cloudflare Turnstile; the secret is one of Cloudflare's for tests. */
  captcha: flag(false),
  captchaSecret: text('', 'a secret'),
  /** E-mails an hour, all together; 0 refuses every one. */
  rateEmail: whole(30, 0, 1_000_000),
} as const

type Settings = typeof SETTINGS
type Key = keyof Settings

/** The configuration of Auth; SETTINGS says what each name means. */
export type AuthConfig = { [Name in Key]: Settings[Name]['fallback'] }

/** The environment variable of a setting: `otpExpiry` is `LOCAL_AUTH_OTP_EXPIRY`. */
export function variableOf(name: string): string {
  return `LOCAL_AUTH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function isKey(name: string): name is Key {
  return Object.hasOwn(SETTINGS, name)
}

function assign<Name extends Key>(config: AuthConfig, name: Name, value: unknown, label: string): void {
  const setting: Setting<unknown> = SETTINGS[name]
  const parsed = setting.parse(value)
  if (parsed === undefined) {
    throw new StartError(`${label} is ${JSON.stringify(value)}: it should be ${setting.expects}.`)
  }
  Object.assign(config, { [name]: parsed })
}

/** A hosted project's defaults. */
export function defaultConfig(): AuthConfig {
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [name, structuredClone(setting.fallback)])
  return Object.fromEntries(entries)
}

/**
 * The configuration in `LOCAL_AUTH_…` variables over the defaults, `siteUrl` being the site's origin.
 * Throws a StartError with one sentence when a variable is wrong.
 */
export function readAuthConfig(env: Record<string, string | undefined>, siteUrl: string): AuthConfig {
  const config = { ...defaultConfig(), siteUrl }
  for (const name of Object.keys(SETTINGS).filter(isKey)) {
    const value = env[variableOf(name)]
    if (value) assign(config, name, value, variableOf(name))
  }
  return config
}

/**
 * The configuration with some settings changed, as the control API hands them over.
 * Throws a StartError that names a setting that is unknown or wrong.
 */
export function changeConfig(config: AuthConfig, changes: Record<string, unknown>): AuthConfig {
  const next = { ...config }
  for (const [name, value] of Object.entries(changes)) {
    if (!isKey(name)) throw new StartError(`There is no setting "${name}".`)
    assign(next, name, value, name)
  }
  return next
}
