import { z } from 'zod'
import { minPasswordLength } from '@/lib/auth/browser/fields'
import { readSmtpAccount } from '@/lib/mail'
import { formatError, Problem } from '../lib/command.ts'
import {
  createAuthMails,
  linkLifetimeSeconds,
  securityNotificationNames,
  toManagementFields,
} from './authMails.ts'
import { remind, type Setting } from './findings.ts'
import { fetchPublished } from './sanity.ts'
import type { Settings } from './settings.ts'

/** Long enough for a paused project to start. */
const timeoutMs = 60_000

const configSchema = z.record(z.string(), z.unknown())
type Config = z.infer<typeof configSchema>

/**
 * Returns all of Auth's settings from the management API, after changing those in `changes`, if given.
 * https://supabase.com/docs/reference/api/v1-update-auth-service-config
 *
 * @throws Problem for a failure status
 */
async function requestAuthConfig(settings: Settings, changes?: Config): Promise<Config> {
  const { SUPABASE_API_ORIGIN: origin, NEXT_PUBLIC_SUPABASE_URL: url } = settings
  // `<ref>` of `https://<ref>.supabase.co`; the local cloud has one project.
  const project = origin ? 'local' : new URL(url).hostname.split('.')[0]
  const response = await fetch(`${origin ?? 'https://api.supabase.com'}/v1/projects/${project}/config/auth`, {
    method: changes ? 'PATCH' : 'GET',
    headers: {
      Authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
      'Content-Type': 'application/json',
    },
    ...(changes && { body: JSON.stringify(changes) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok)
    throw new Problem(
      `Supabase rejected the request for Auth's settings: it responded with ${response.status}.`,
    )
  return configSchema.parse(await response.json())
}

/** The settings that the API does not return. Each run sends them, since they may have changed. */
const secretNames = ['smtp_pass', 'security_captcha_secret']

/** The minimum for Auth's hourly email limit. The default of 30 would stop sign-ups on a launch day. */
const minimumMailsPerHour = 360

/** Returns the settings that the site needs and that Auth does not have yet. */
async function findDifferences(settings: Settings): Promise<Config> {
  const config = await requestAuthConfig(settings)
  const site = settings.NEXT_PUBLIC_SITE_URL
  const account = readSmtpAccount(settings)
  const { siteName, contactEmail, contactPhone } = await fetchPublished(settings)
  const studio = { siteName: siteName || new URL(site).hostname, contactEmail, contactPhone }
  const allowedUrls = String(config.uri_allow_list ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
  const wanted: Config = {
    site_url: site,
    // Other allowed URLs are preserved.
    uri_allow_list: [...new Set([...allowedUrls, `${site}/**`])].join(','),
    disable_signup: false,
    external_email_enabled: true,
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
    mailer_otp_exp: linkLifetimeSeconds,
    password_min_length: Math.max(minPasswordLength, Number(config.password_min_length ?? 0)),
    // The site's server verifies links and codes for visitors. With this setting, Auth limits requests by visitor IP.
    security_sb_forwarded_for_enabled: true,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    ...(settings.NEXT_PUBLIC_TURNSTILE_SITE_KEY &&
      settings.TURNSTILE_SECRET_KEY && {
        security_captcha_enabled: true,
        security_captcha_provider: 'turnstile',
        security_captcha_secret: settings.TURNSTILE_SECRET_KEY,
      }),
    // Supabase accepts an email limit only with a mail server: https://supabase.com/docs/guides/auth/rate-limits.
    ...(account && {
      smtp_host: account.host,
      smtp_port: String(account.port),
      smtp_user: account.user,
      smtp_pass: account.password,
      smtp_admin_email: account.from.address,
      smtp_sender_name: account.from.name,
      rate_limit_email_sent: Math.max(minimumMailsPerHour, Number(config.rate_limit_email_sent ?? 0)),
    }),
    ...Object.fromEntries(
      securityNotificationNames.map((name) => [`mailer_notifications_${name}_enabled`, true]),
    ),
    ...toManagementFields(createAuthMails(studio)),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => config[name] !== value))
}

/** Lists the differing fields that the API returns. All email fields are listed together as `the emails`. */
function describeFields(changes: Config): string {
  const names = Object.keys(changes).filter((name) => !secretNames.includes(name))
  const isMail = /^mailer_(templates|subjects|notifications)_/
  return [...new Set(names.map((name) => (isMail.test(name) ? 'the emails' : name)))].join(', ')
}

/** Returns Auth's settings that need an access token: URLs, sign-up, passwords, two-step sign-in, mail server, emails. */
function listConfigSettings(settings: Settings): Setting[] {
  const hasTurnstile = Boolean(settings.NEXT_PUBLIC_TURNSTILE_SITE_KEY)
  return [
    {
      wanted: 'Auth has the settings and emails of the site.',
      check: async () => {
        const fields = describeFields(await findDifferences(settings))
        return fields ? `These settings differ from what the site needs: ${fields}.` : undefined
      },
      write: async () => requestAuthConfig(settings, await findDifferences(settings)),
      isAlwaysWritten: Boolean(settings.SMTP_PASSWORD || settings.TURNSTILE_SECRET_KEY),
    },
    {
      wanted: 'Auth has a mail server.',
      check: async () => {
        if (readSmtpAccount(settings) || (await requestAuthConfig(settings)).smtp_host) return undefined
        const limit = 'Auth has no mail server, so it sends only two emails an hour'
        return { advice: `${limit}: set all six SMTP_… variables.` }
      },
    },
    {
      wanted: 'Auth refuses leaked passwords.',
      check: async () =>
        (await requestAuthConfig(settings)).password_hibp_enabled
          ? undefined
          : { advice: 'The check for leaked passwords is off: it needs the Pro plan.' },
      write: () =>
        requestAuthConfig(settings, { password_hibp_enabled: true }).catch((error: unknown) => {
          if (!formatError(error).includes('402')) throw error
          return 'not set: it needs the Pro plan'
        }),
    },
    {
      wanted: 'Auth and the site have the same CAPTCHA, or none.',
      check: async () => {
        const { security_captcha_enabled, security_captcha_provider } = await requestAuthConfig(settings)
        if (!security_captcha_enabled)
          return hasTurnstile
            ? 'The pages have a CAPTCHA that Auth does not require: set TURNSTILE_SECRET_KEY and run npm run provision.'
            : undefined
        return hasTurnstile && security_captcha_provider === 'turnstile'
          ? undefined
          : 'Auth requires a CAPTCHA that the pages do not have: no user can sign in. Set NEXT_PUBLIC_TURNSTILE_SITE_KEY, or turn the CAPTCHA off in Auth.'
      },
    },
  ]
}

/** Returns the Supabase settings: whether Auth accepts the site's keys, and, with an access token, Auth's settings. */
export function listAuthSettings(settings: Settings): Setting[] {
  const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = settings
  const createKeyRow = (wanted: string, path: string, apikey: string): Setting => ({
    wanted,
    check: async () => {
      const headers = { apikey, ...(apikey === secretKey && { Authorization: `Bearer ${apikey}` }) }
      const signal = AbortSignal.timeout(timeoutMs)
      const { ok, status } = await fetch(`${url}/auth/v1${path}`, { headers, signal })
      return ok ? undefined : `The key is refused: ${path} responded with ${status}.`
    },
  })
  return [
    createKeyRow(
      'Auth accepts the publishable key.',
      '/settings',
      settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    ),
    createKeyRow('The secret key can manage accounts.', '/admin/users?page=1&per_page=1', secretKey),
    ...(settings.SUPABASE_ACCESS_TOKEN
      ? listConfigSettings(settings)
      : [
          remind(
            'Check the site URL, redirect URLs, sign-up, email templates and mail server (docs/configuration.md, "Supabase"). With SUPABASE_ACCESS_TOKEN, npm run provision sets them.',
          ),
        ]),
  ]
}
