import { z } from 'zod'
import { minPasswordLength } from '@/lib/auth/browser/fields'
import { readSmtpAccount } from '@/lib/mail'
import { Problem } from '../lib/command.ts'
import { createAuthMails, securityNotificationNames, toManagementFields } from './authMails.ts'
import type { Findings } from './findings.ts'
import type { ProvisionSteps } from './provisionSteps.ts'
import { fetchPublishedSiteName } from './sanity.ts'
import type { Settings } from './settings.ts'

/** The origin of the hosted service's management API. */
const hostedOrigin = 'https://api.supabase.com'

const configSchema = z.record(z.string(), z.unknown())
type Config = z.infer<typeof configSchema>

/** Turns on the check for leaked passwords, which needs the Pro plan. On another plan, Supabase responds 402 to it. */
const paidField = 'password_hibp_enabled'

/** Returns `<ref>` of `https://<ref>.supabase.co`; `local` for the local cloud, which has one project. */
function getProjectRef({ NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_API_ORIGIN: origin }: Settings): string {
  return origin ? 'local' : (new URL(url).hostname.split('.')[0] ?? '')
}

/**
 * Reads the settings of Auth from the management API, or changes those in `changes`.
 * https://supabase.com/docs/reference/api/v1-update-auth-service-config
 *
 * @returns the status: 200, or 402 when the plan lacks the paid setting, sent alone; and the settings
 * @throws Problem for any other failure status
 */
async function requestAuthConfig(
  settings: Settings,
  changes?: Config,
): Promise<{ status: number; config: Config }> {
  const origin = settings.SUPABASE_API_ORIGIN ?? hostedOrigin
  const response = await fetch(`${origin}/v1/projects/${getProjectRef(settings)}/config/auth`, {
    method: changes ? 'PATCH' : 'GET',
    headers: {
      Authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
      'Content-Type': 'application/json',
    },
    ...(changes && { body: JSON.stringify(changes) }),
    signal: AbortSignal.timeout(60_000),
  })
  const body: unknown = await response.json().catch(() => ({}))
  const isPlanMissing = response.status === 402 && changes !== undefined && paidField in changes
  if (!response.ok && !isPlanMissing) {
    throw new Problem(`Supabase refused the settings of Auth: it responded ${response.status}.`)
  }
  return { status: response.status, config: configSchema.parse(body) }
}

const parseAllowList = (config: Config) =>
  String(config.uri_allow_list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Creates the CAPTCHA settings of Auth; none unless the site has Turnstile and its secret is known. */
function createCaptchaFields(settings: Settings): Config {
  if (!settings.TURNSTILE_SECRET_KEY || !hasTurnstile(settings)) return {}
  return { security_captcha_enabled: true, security_captcha_provider: 'turnstile' }
}

/** Creates the secret settings of Auth, which the API does not return. Each run sends them: they may have changed. */
function createSecretFields(settings: Settings): Config {
  const { SMTP_PASSWORD, TURNSTILE_SECRET_KEY } = settings
  return {
    ...(SMTP_PASSWORD && { smtp_pass: SMTP_PASSWORD }),
    ...(TURNSTILE_SECRET_KEY && hasTurnstile(settings) && { security_captcha_secret: TURNSTILE_SECRET_KEY }),
  }
}

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

const hasTurnstile = (settings: Settings) =>
  settings.NEXT_PUBLIC_CAPTCHA_PROVIDER === 'turnstile' && Boolean(settings.NEXT_PUBLIC_CAPTCHA_SITE_KEY)

/** Returns the settings that the site needs and that Auth does not have yet. */
async function findDifferences(settings: Settings, config: Config): Promise<Config> {
  const site = settings.NEXT_PUBLIC_SITE_URL
  const allowedUrls = parseAllowList(config)
  const redirectPattern = `${site}/**`
  const wanted: Config = {
    site_url: site,
    // Other allowed URLs are preserved.
    uri_allow_list: (allowedUrls.includes(redirectPattern)
      ? allowedUrls
      : [...allowedUrls, redirectPattern]
    ).join(','),
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
    ...createCaptchaFields(settings),
    ...createMailFields(settings, config),
    ...Object.fromEntries(
      securityNotificationNames.map((name) => [`mailer_notifications_${name}_enabled`, true]),
    ),
    ...toManagementFields(
      createAuthMails((await fetchPublishedSiteName(settings)) ?? new URL(site).hostname),
    ),
  }
  const isSame = (name: string, value: unknown) =>
    name === 'uri_allow_list' ? parseAllowList(config).join(',') === value : config[name] === value
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(name, value)))
}

/** Names changed fields for the operator. All fields of emails are named together as `the emails`. */
function describeFields(changes: Config): string {
  const isMail = (name: string) => /^mailer_(templates|subjects|notifications)_/.test(name)
  const others = Object.keys(changes).filter((name) => !isMail(name))
  const hasMails = Object.keys(changes).some(isMail)
  return [...others, ...(hasMails ? ['the emails'] : [])].join(', ')
}

/**
 * Configures Supabase Auth for the site: URLs, sign-up, passwords, two-step sign-in, the mail server and the emails.
 *
 * @throws Problem when Supabase refuses
 */
export async function provisionSupabase(settings: Settings, steps: ProvisionSteps): Promise<void> {
  if (!settings.SUPABASE_ACCESS_TOKEN) {
    return steps.note('The settings of Auth were skipped: SUPABASE_ACCESS_TOKEN is missing.')
  }
  const { [paidField]: paidSetting, ...changes } = await findDifferences(
    settings,
    (await requestAuthConfig(settings)).config,
  )
  const secrets = createSecretFields(settings)
  if (Object.keys(changes).length) {
    const sentChanges = { ...changes, ...secrets }
    await steps.run(`set in Auth: ${describeFields(sentChanges)}`, async () => {
      await requestAuthConfig(settings, sentChanges)
      return `Set in Auth: ${describeFields(sentChanges)}.`
    })
  } else {
    steps.note('Auth has the settings of the site.')
    if (Object.keys(secrets).length) {
      await steps.run(`send Auth what Supabase does not return: ${describeFields(secrets)}`, async () => {
        await requestAuthConfig(settings, secrets)
        return `Sent Auth what Supabase does not return: ${describeFields(secrets)}.`
      })
    }
  }
  if (paidSetting === undefined) return
  await steps.run('turn the check for leaked passwords on', async () => {
    const { status } = await requestAuthConfig(settings, { [paidField]: paidSetting })
    return status === 402
      ? 'The check for leaked passwords is left off: it needs the Pro plan.'
      : 'Turned the check for leaked passwords on.'
  })
}

/** Checks the settings of Auth. Without an access token, an operator has to. */
export async function checkProject(settings: Settings, findings: Findings): Promise<void> {
  if (!settings.SUPABASE_ACCESS_TOKEN) {
    return findings.requireOperator(
      'Site URL, redirect URLs, email templates and a mail server: docs/configuration.md, "Supabase". With SUPABASE_ACCESS_TOKEN, npm run provision sets them.',
    )
  }
  await findings.attempt('The settings of Auth cannot be read', async () => {
    const { config } = await requestAuthConfig(settings)
    const { [paidField]: paidSetting, ...changes } = await findDifferences(settings, config)
    findings.expect(
      Object.keys(changes).length === 0,
      'Auth has the settings and emails of the site.',
      `Not as the site needs it: ${describeFields(changes)}. npm run provision sets it.`,
    )
    if (paidSetting !== undefined)
      findings.requireOperator('The check for leaked passwords is off: it needs the Pro plan.')
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
    if (config.smtp_host) findings.pass('Auth has a mail server of its own.')
    else
      findings.requireOperator(
        'Auth mails through Supabase, two emails an hour: set SMTP_HOST and the other SMTP variables.',
      )
  })
}
