import { Hono } from 'hono'
import { isRecord, readJson } from '../http/body.ts'
import { createErrorHandler, HttpError } from '../http/errors.ts'
import { isSameSecret } from '../http/secrets.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import type { AuthConfig, MailText } from './config.ts'
import type { AuthEnvironment } from './context.ts'
import type { StartedAuth } from './start.ts'

/** The ref of the only project. A hosted project's ref has twenty letters. */
const projectRef = 'local'

/** The name of each supported setting, keyed by its field in the management API. */
const settingNames = {
  site_url: 'siteUrl',
  uri_allow_list: 'redirectAllowList',
  mailer_notifications_password_changed_enabled: 'mailPasswordChanged',
  mailer_notifications_email_changed_enabled: 'mailEmailChanged',
  mailer_notifications_mfa_factor_enrolled_enabled: 'mailFactorEnrolled',
  mailer_notifications_mfa_factor_unenrolled_enabled: 'mailFactorUnenrolled',
  mailer_otp_exp: 'otpExpiry',
  password_min_length: 'passwordMinLength',
  password_hibp_enabled: 'leakedPasswords',
  rate_limit_email_sent: 'rateEmail',
  smtp_host: 'smtpHost',
  smtp_port: 'smtpPort',
  smtp_user: 'smtpUser',
  smtp_pass: 'smtpPass',
  smtp_admin_email: 'mailSenderEmail',
  smtp_sender_name: 'mailSender',
  security_sb_forwarded_for_enabled: 'forwardedFor',
  security_captcha_enabled: 'captcha',
  security_captcha_secret: 'captchaSecret',
} as const satisfies Record<string, keyof AuthConfig>

/** Fields whose values cannot be changed in the local cloud. */
const fixedFields: Record<string, unknown> = {
  disable_signup: false,
  external_email_enabled: true,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  security_captcha_provider: 'turnstile',
}

const isSettingField = (field: string): field is keyof typeof settingNames =>
  Object.hasOwn(settingNames, field)

/** Matches an email's subject and HTML fields: `mailer_subjects_<name>` and `mailer_templates_<name>_content`. */
const mailFieldPattern = /^mailer_(?:subjects_(?<subject>\w+)|templates_(?<content>\w+)_content)$/

function describeConfig(config: AuthConfig): Record<string, unknown> {
  const settings = Object.entries(settingNames).map(([field, name]) => {
    const value = config[name]
    return [field, Array.isArray(value) ? value.join(',') : value]
  })
  const mails = Object.entries(config.mails).flatMap(([name, { subject, content }]) => [
    [`mailer_subjects_${name}`, subject ?? null],
    [`mailer_templates_${name}_content`, content ?? null],
  ])
  return {
    ...fixedFields,
    ...Object.fromEntries([...settings, ...mails]),
    smtp_host: config.smtpHost || null,
    // The hosted service returns the port as a string, and no password.
    smtp_port: String(config.smtpPort),
    smtp_pass: null,
  }
}

/** Converts a management API request body to Auth settings. Throws a 501 HttpError for an unsupported field. */
function parseChanges(
  body: Record<string, unknown>,
  { mails: currentMails }: AuthConfig,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  const mails: Record<string, MailText> = { ...currentMails }
  for (const [field, value] of Object.entries(body)) {
    const { subject: subjectMail, content: contentMail } = mailFieldPattern.exec(field)?.groups ?? {}
    const mailName = subjectMail ?? contentMail
    if (isSettingField(field)) changes[settingNames[field]] = value
    else if (mailName && typeof value === 'string') {
      mails[mailName] = { ...mails[mailName], [subjectMail ? 'subject' : 'content']: value }
    } else if (!Object.hasOwn(fixedFields, field) || fixedFields[field] !== value) {
      throw new HttpError(501, `The local cloud does not support ${field} ${JSON.stringify(value)}`)
    }
  }
  return { ...changes, mails }
}

/**
 * Serves Auth's settings below `/v1`, as Supabase's management API does:
 * https://supabase.com/docs/reference/api/v1-update-auth-service-config
 */
export function managementRoutes(
  accessToken: string,
  ready: () => Promise<StartedAuth>,
  log: (line: string) => void,
): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.use(async (c, next) => {
    const authorization = c.req.header('authorization') ?? ''
    if (!isSameSecret(authorization, `Bearer ${accessToken}`)) return c.json({ message: 'Unauthorized' }, 401)
    await next()
  })
  const path = `/projects/${projectRef}/config/auth`
  routes.get(path, async (c) => c.json(describeConfig((await ready()).config())))
  routes.patch(path, async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) return c.json({ message: 'Expected a JSON object' }, 400)
    const { config, configure } = await ready()
    return c.json(describeConfig(configure(parseChanges(body, config()))))
  })
  routes.all('*', createUnsupportedHandler(log))
  routes.onError(createErrorHandler(log))
  return routes
}
