import { z } from 'zod'
import { minPasswordLength } from '@/lib/auth/browser/fields'
import { readSmtpAccount } from '@/lib/mail'
import { Problem } from '../lib/command.ts'
import { createAuthMails, securityNotificationNames, toManagementFields } from './authMails.ts'
import { Findings, type Setting } from './findings.ts'
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
 * @returns the settings; undefined when the plan lacks the paid setting, sent alone
 * @throws Problem for any other failure status
 */
async function requestAuthConfig(settings: Settings, changes?: Config): Promise<Config | undefined> {
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
  if (response.status === 402 && changes && paidField in changes) return undefined
  if (!response.ok)
    throw new Problem(`Supabase refused the settings of Auth: it responded ${response.status}.`)
  return configSchema.parse(await response.json().catch(() => ({})))
}

const parseAllowList = (config: Config) =>
  String(config.uri_allow_list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

const hasTurnstile = (settings: Settings) =>
  settings.NEXT_PUBLIC_CAPTCHA_PROVIDER === 'turnstile' && Boolean(settings.NEXT_PUBLIC_CAPTCHA_SITE_KEY)

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
  const config = (await requestAuthConfig(settings)) ?? {}
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

/** Returns the settings of Auth: URLs, sign-up, passwords, two-step sign-in, the mail server and the emails. */
export function listAuthSettings(settings: Settings): Setting[] {
  if (!settings.SUPABASE_ACCESS_TOKEN) return []
  const secrets = createSecretFields(settings)
  return [
    {
      failure: 'The settings of Auth cannot be read',
      read: async () => {
        const { [paidField]: _, ...changes } = await findDifferences(settings)
        const fields = describeFields(changes)
        return fields
          ? [false, `Not as the site needs it: ${fields}.`]
          : [true, 'Auth has the settings and emails of the site.']
      },
      plan: 'set in Auth what differs, and the passwords that Supabase does not return',
      isAlwaysWritten: Object.keys(secrets).length > 0,
      write: async () => {
        const { [paidField]: _, ...changes } = await findDifferences(settings)
        await requestAuthConfig(settings, { ...changes, ...secrets })
        return `Set in Auth: ${describeFields({ ...changes, ...secrets })}.`
      },
    },
    {
      failure: 'The check for leaked passwords cannot be read',
      read: async () =>
        paidField in (await findDifferences(settings))
          ? [false, 'The check for leaked passwords is off: it needs the Pro plan.']
          : [true, 'The check for leaked passwords is on.'],
      isOptional: true,
      plan: 'turn the check for leaked passwords on, where the plan has it',
      write: async () =>
        (await requestAuthConfig(settings, { [paidField]: true }))
          ? 'Turned the check for leaked passwords on.'
          : 'The check for leaked passwords is left off: it needs the Pro plan.',
    },
  ]
}

/** Reports a CAPTCHA that only Auth or only the pages have, and a missing mail server. */
async function checkAuth(settings: Settings, findings: Findings): Promise<void> {
  const config = (await requestAuthConfig(settings)) ?? {}
  const requiresCaptcha = config.security_captcha_enabled === true
  if (requiresCaptcha || hasTurnstile(settings)) {
    findings.expect(
      requiresCaptcha === hasTurnstile(settings) &&
        (!requiresCaptcha || config.security_captcha_provider === 'turnstile'),
      'Auth and the site have the same CAPTCHA.',
      requiresCaptcha
        ? 'Auth requires a CAPTCHA that the pages do not have: no user can sign in. Set NEXT_PUBLIC_CAPTCHA_PROVIDER=turnstile and NEXT_PUBLIC_CAPTCHA_SITE_KEY, or turn it off in Auth.'
        : 'The pages have a CAPTCHA that Auth does not require: set TURNSTILE_SECRET_KEY and run npm run provision.',
    )
  }
  if (!config.smtp_host)
    findings.requireOperator(
      'Auth mails through Supabase, two emails an hour: set SMTP_HOST and the other SMTP variables.',
    )
}

/** Checks that Supabase Auth accepts the publishable and the secret key, and has the settings that the site needs. */
export async function checkSupabase(settings: Settings): Promise<Findings> {
  const findings = new Findings('Supabase')
  const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = settings
  const request = async (path: string, apikey: string) => {
    const headers = { apikey, ...(apikey === secretKey && { Authorization: `Bearer ${apikey}` }) }
    const response = await fetch(`${url}/auth/v1${path}`, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Problem(`${path} responded ${response.status}.`)
  }
  await findings.attempt('Accounts do not accept the publishable key', async () => {
    await request('/settings', settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY)
    findings.pass('Accounts accept the publishable key.')
  })
  await findings.attempt('The secret key is not accepted', async () => {
    await request('/admin/users?page=1&per_page=1', secretKey)
    findings.pass('The secret key can manage accounts.')
  })
  await findings.checkSettings(listAuthSettings(settings))
  if (settings.SUPABASE_ACCESS_TOKEN)
    await findings.attempt('The CAPTCHA cannot be read', () => checkAuth(settings, findings))
  else
    findings.requireOperator(
      'Site URL, redirect URLs, sign-up, email templates and a mail server: docs/configuration.md, "Supabase". With SUPABASE_ACCESS_TOKEN, npm run provision sets them.',
    )
  return findings
}
