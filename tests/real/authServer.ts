import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import {
  createAuthMails,
  securityNotificationNames,
  toManagementFields,
} from '../../scripts/provision/authMails.ts'
import { waitUntilReady } from '../../scripts/stack/waitUntilReady.ts'
import { controlOrigin, dataDir, gatewayOrigin, keys, ports, siteOrigin } from './endpoints.ts'
import { serveTurnstile } from './turnstile.ts'

/** The emails that `npm run provision` configures, as fields of the management API. */
export const mails = toManagementFields(createAuthMails({ siteName: 'localhost' }))

const logFile = join(dataDir, 'auth.log')

/** The auth server's variables. None sets a client IP header, so only second factors and emails are rate-limited. */
const environment: Record<string, string> = {
  GOTRUE_DB_DRIVER: 'postgres',
  GOTRUE_API_HOST: '127.0.0.1',
  PORT: String(ports.auth),
  API_EXTERNAL_URL: `${gatewayOrigin}/auth/v1`,
  GOTRUE_SITE_URL: siteOrigin,
  GOTRUE_URI_ALLOW_LIST: `${siteOrigin}/**`,
  GOTRUE_JWT_SECRET: keys.jwtSecret,
  GOTRUE_JWT_AUD: 'authenticated',
  GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
  GOTRUE_PASSWORD_MIN_LENGTH: '10',
  GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
  GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: '100000',
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
  GOTRUE_SMTP_HOST: '127.0.0.1',
  GOTRUE_SMTP_PORT: String(ports.smtp),
  GOTRUE_SMTP_ADMIN_EMAIL: 'accounts@example.com',
}
for (const name of securityNotificationNames)
  environment[`GOTRUE_MAILER_NOTIFICATIONS_${name.toUpperCase()}_ENABLED`] = 'true'
for (const [field, value] of Object.entries(mails)) {
  const name = field.replace(/_content$/, '')
  // The server fetches the emails' HTML from URLs.
  environment[`GOTRUE_${name.toUpperCase()}`] = name === field ? value : `${controlOrigin}/templates/${field}`
}

/** The variables for settings that tests change, keyed by the settings' names in the local cloud's control API. */
const variableNames = new Map([
  ['rateEmail', 'GOTRUE_RATE_LIMIT_EMAIL_SENT'],
  ['mailInterval', 'GOTRUE_SMTP_MAX_FREQUENCY'],
  ['otpExpiry', 'GOTRUE_MAILER_OTP_EXP'],
  ['passwordNeedsReauthentication', 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION'],
  ['passwordNeedsCurrent', 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD'],
  ['captcha', 'GOTRUE_SECURITY_CAPTCHA_ENABLED'],
  ['captchaSecret', 'GOTRUE_SECURITY_CAPTCHA_SECRET'],
  ['passwordCharacters', 'GOTRUE_PASSWORD_REQUIRED_CHARACTERS'],
])

function toVariable([name, value]: [string, unknown]): [string, string][] {
  const variable = variableNames.get(name)
  const text = Array.isArray(value) ? value.join(':') : String(value)
  // The server replaces an interval of zero with the default, one minute.
  return variable ? [[variable, name === 'mailInterval' ? `${text}s`.replace(/^0s$/, '1ns') : text]] : []
}

/** Applies the settings that have a variable, and restarts the auth server if one of their values changes. */
export type Configure = (settings: Record<string, unknown>) => Promise<void>

/**
 * Migrates the auth server's schema, and starts the auth server and a CAPTCHA verifier, which end with this process.
 *
 * @param migrations - the folder of the migrations; empty when the program contains them
 */
export async function startAuthServer(
  program: string,
  databaseUrl: string,
  migrations = '',
): Promise<Configure> {
  const output = openSync(logFile, 'a')
  const stdio: ['ignore', number, number] = ['ignore', output, output]
  const authVariables = { ...environment, DATABASE_URL: databaseUrl, GOTRUE_DB_MIGRATIONS_PATH: migrations }
  let env = { ...process.env, ...authVariables, ...(await serveTurnstile(dataDir)) }
  let exited: Promise<unknown>
  let child: ChildProcess
  const start = async () => {
    child = spawn(program, ['serve'], { env, stdio })
    exited = once(child, 'exit')
    const health = `http://127.0.0.1:${ports.auth}/health`
    await waitUntilReady(health, { exited, name: 'The auth server', timeoutSeconds: 60, logFile })
  }
  process.once('exit', () => child?.kill('SIGKILL'))
  execFileSync(program, ['migrate'], { env, stdio })
  await start()
  return async (settings) => {
    const nextEnv = { ...env, ...Object.fromEntries(Object.entries(settings).flatMap(toVariable)) }
    if (JSON.stringify(nextEnv) === JSON.stringify(env)) return
    env = nextEnv
    child.kill('SIGKILL')
    await exited
    await start()
  }
}
