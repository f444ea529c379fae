import { z } from 'zod'
import { minPasswordLength } from '@/lib/auth/browser/fields'
import { readSmtpAccount } from '@/lib/mail'
import { Problem } from '../lib/command.ts'
import { createAuthMails, securityNotificationNames, toManagementFields } from './authMails.ts'
import { compare, type Reading, remind, type Setting } from './findings.ts'
import { fetchPublishedSiteName } from './sanity.ts'
import type { Settings } from './settings.ts'

/** Long enough for a paused project to start. */
const timeoutMs = 60_000

const configSchema = z.record(z.string(), z.unknown())
type Config = z.infer<typeof configSchema>

/** Turns on the check for leaked passwords, which needs the Pro plan. On another plan, Supabase responds 402 to it. */
const paidField = 'password_hibp_enabled'

/**
 * Reads the settings of Auth from the management API, or changes those in `changes`.
 * https://supabase.com/docs/reference/api/v1-update-auth-service-config
 *
 * @returns the settings
 * @throws Problem for a failure status; with the paid setting on a plan without it, sends the other settings again
 */
async function requestAuthConfig(settings: Settings, changes?: Config): Promise<Config> {
  const {
    SUPABASE_API_ORIGIN: origin,
    NEXT_PUBLIC_SUPABASE_URL: url,
    SUPABASE_ACCESS_TOKEN: token,
  } = settings
  // `<ref>` of `https://<ref>.supabase.co`; the local cloud has one project.
  const project = origin ? 'local' : new URL(url).hostname.split('.')[0]
  const response = await fetch(`${origin ?? 'https://api.supabase.com'}/v1/projects/${project}/config/auth`, {
    method: changes ? 'PATCH' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(changes && { body: JSON.stringify(changes) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status === 402 && changes && paidField in changes) {
    const { [paidField]: _, ...otherChanges } = changes
    return requestAuthConfig(settings, otherChanges)
  }
  if (!response.ok)
    throw new Problem(`Supabase refused the settings of Auth: it responded ${response.status}.`)
  return configSchema.parse(await response.json().catch(() => ({})))
}

const parseAllowList = (config: Config) =>
  String(config.uri_allow_list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

const hasTurnstile = (settings: Settings) => Boolean(settings.NEXT_PUBLIC_TURNSTILE_SITE_KEY)

/** Whether Auth gets a CAPTCHA: the pages have Turnstile, and its secret is known. */
const setsCaptcha = (settings: Settings) => hasTurnstile(settings) && Boolean(settings.TURNSTILE_SECRET_KEY)

/** Creates the secret settings of Auth, which the API does not return. Each run sends them: they may have changed. */
const createSecretFields = (settings: Settings): Config => ({
  ...(settings.SMTP_PASSWORD && { smtp_pass: settings.SMTP_PASSWORD }),
  ...(setsCaptcha(settings) && { security_captcha_secret: settings.TURNSTILE_SECRET_KEY }),
})

/** The minimum of Auth's hourly email limit. The default of 30 would stop sign-ups on a launch day. */
const minimumMailsPerHour = 360

/**
 * Creates the settings of Auth's mail server, the same as the site's, and its email limit; none without a mail server,
 * since Supabase accepts a limit only with one: https://supabase.com/docs/guides/auth/rate-limits.
 */
function createMailFields(settings: Settings, config: Config): Config {
  const account = readSmtpAccount(settings)
  if (!account) return {}
  return {
    smtp_host: account.host,
    smtp_port: String(account.port),
    smtp_user: account.user,
    smtp_admin_email: account.from.address,
    smtp_sender_name: account.from.name,
    rate_limit_email_sent: Math.max(minimumMailsPerHour, Number(config.rate_limit_email_sent ?? 0)),
  }
}

/** Returns the settings that the site needs and that Auth does not have yet. */
async function findDifferences(settings: Settings): Promise<Config> {
  const config = await requestAuthConfig(settings)
  const site = settings.NEXT_PUBLIC_SITE_URL
  const siteName = (await fetchPublishedSiteName(settings)) ?? new URL(site).hostname
  const notifications = securityNotificationNames.map((name) => [
    `mailer_notifications_${name}_enabled`,
    true,
  ])
  const wanted: Config = {
    site_url: site,
    // Other allowed URLs are preserved.
    uri_allow_list: [...new Set([...parseAllowList(config), `${site}/**`])].join(','),
    disable_signup: false,
    external_email_enabled: true,
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
    password_min_length: Math.max(minPasswordLength, Number(config.password_min_length ?? 0)),
    [paidField]: true,
    // The site's server verifies links and codes for visitors; Auth limits requests by the visitors' own IPs.
    security_sb_forwarded_for_enabled: true,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    ...(setsCaptcha(settings) && { security_captcha_enabled: true, security_captcha_provider: 'turnstile' }),
    ...createMailFields(settings, config),
    ...Object.fromEntries(notifications),
    ...toManagementFields(createAuthMails(siteName)),
  }
  const present: Config = { ...config, uri_allow_list: parseAllowList(config).join(',') }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => present[name] !== value))
}

/** Names changed fields for the operator. All fields of emails are named together as `the emails`. */
function describeFields(changes: Config): string {
  const isMail = (name: string) => /^mailer_(templates|subjects|notifications)_/.test(name)
  const names = Object.keys(changes)
  return [...names.filter((name) => !isMail(name)), ...(names.some(isMail) ? ['the emails'] : [])].join(', ')
}

/** Returns the settings of Auth that need an access token: URLs, sign-up, passwords, two-step sign-in, mail server, emails. */
function listConfigSettings(settings: Settings): Setting[] {
  const secrets = createSecretFields(settings)
  return [
    {
      failure: 'The settings of Auth cannot be read',
      read: async () => {
        const { [paidField]: paid, ...differences } = await findDifferences(settings)
        const fields = describeFields(differences)
        const text = 'The check for leaked passwords is off: it needs the Pro plan.'
        return [
          compare(
            !fields,
            'Auth has the settings and emails of the site.',
            `Not as the site needs it: ${fields}.`,
          ),
          ...(paid ? [{ state: 'person', text } as const] : []),
        ]
      },
      plan: 'set in Auth what differs, and the passwords that Supabase does not return',
      isAlwaysWritten: Object.keys(secrets).length > 0,
      write: async () => {
        const changes = { ...(await findDifferences(settings)), ...secrets }
        await requestAuthConfig(settings, changes)
        return `Set in Auth: ${describeFields(changes)}.`
      },
    },
    {
      failure: 'The CAPTCHA cannot be read',
      read: async () => {
        const config = await requestAuthConfig(settings)
        return [...checkCaptcha(settings, config), ...checkMailServer(config)]
      },
    },
  ]
}

/** Compares the CAPTCHA settings of Auth and of the pages; nothing when neither has one. */
function checkCaptcha(settings: Settings, config: Config): Reading[] {
  const requiresCaptcha = config.security_captcha_enabled === true
  if (!requiresCaptcha && !hasTurnstile(settings)) return []
  const isSame = requiresCaptcha && hasTurnstile(settings) && config.security_captcha_provider === 'turnstile'
  const failureText = requiresCaptcha
    ? 'Auth requires a CAPTCHA that the pages do not have: no user can sign in. Set NEXT_PUBLIC_TURNSTILE_SITE_KEY, or turn it off in Auth.'
    : 'The pages have a CAPTCHA that Auth does not require: set TURNSTILE_SECRET_KEY and run npm run provision.'
  return [compare(isSame, 'Auth and the site have the same CAPTCHA.', failureText)]
}

const checkMailServer = (config: Config): Reading[] =>
  config.smtp_host
    ? []
    : [
        {
          state: 'person',
          text: 'Auth sends through Supabase, two emails an hour: set SMTP_HOST and the other SMTP variables.',
        },
      ]

/** Returns the Supabase settings: that Auth accepts the site's two keys, and, with an access token, those of Auth. */
export function listAuthSettings(settings: Settings): Setting[] {
  const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = settings
  const createKeyRow = (text: string, path: string, apikey: string): Setting => ({
    failure: `Failed: ${text}`,
    read: async () => {
      const headers = { apikey, ...(apikey === secretKey && { Authorization: `Bearer ${apikey}` }) }
      const response = await fetch(`${url}/auth/v1${path}`, {
        headers,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Problem(`${path} responded ${response.status}.`)
      return { state: 'right', text: `${text}.` }
    },
  })
  return [
    createKeyRow(
      'Accounts accept the publishable key',
      '/settings',
      settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    ),
    createKeyRow('The secret key can manage accounts', '/admin/users?page=1&per_page=1', secretKey),
    ...(settings.SUPABASE_ACCESS_TOKEN
      ? listConfigSettings(settings)
      : [
          remind(
            'Site URL, redirect URLs, sign-up, email templates and a mail server: docs/configuration.md, "Supabase". With SUPABASE_ACCESS_TOKEN, npm run provision sets them.',
          ),
        ]),
  ]
}
