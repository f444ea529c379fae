import { Hono } from 'hono'
import { type AuthConfig, readAuthConfig } from './config.ts'
import type { AuthEnvironment, Fault } from './context.ts'
import type { ApiKeys } from './keys/apiKeys.ts'
import type { MailServer } from './mail/send.ts'
import { managementRoutes } from './management.ts'
import type { StartedAuth } from './start.ts'

export type MountOptions = {
  env: Record<string, string | undefined>
  dataDir: string
  /** The site's origin, where links in e-mails lead. */
  siteOrigin: string
  /** `http://localhost:4002`: the Supabase port as callers name it. */
  apiUrl: string
  databaseUrl: string
  apiKeys: ApiKeys
  /** Of somebody who manages the project, for the management API. */
  accessToken: string
  /** Where e-mails go while the project names no mail server of its own. */
  mailServer: MailServer
  takeFault: () => Fault | undefined
  log: (line: string) => void
}

/** Auth that starts with its first request. */
export type MountedAuth = {
  /** The application behind the Supabase port. */
  app: Hono<AuthEnvironment>
  /** Resolves once Auth runs, starting it when it doesn't yet. */
  ready(): Promise<StartedAuth>
  close(): Promise<void>
}

/**
 * Auth for the Supabase port. Reads its configuration at once (a StartError says what is wrong with it), and starts
 * with the first request: whoever doesn't sign in doesn't wait for a database.
 */
export function mountAuth(options: MountOptions): MountedAuth {
  const { log, dataDir, siteOrigin, env } = options
  const config = readAuthConfig(env, siteOrigin)
  let started: Promise<StartedAuth> | undefined
  const start = async () => {
    // Loaded with the first request, too: it is a good part of all there is to load.
    const { startAuth } = await import('./start.ts')
    const { sendAuthMail } = await import('./mail/send.ts')
    const auth: StartedAuth = await startAuth({
      ...options,
      dataDir,
      config,
      deliver: (mail, at) => sendAuthMail(mailServerOf(auth.config(), options.mailServer), mail, at),
    })
    return auth
  }
  const ready = () => {
    started ??= start().catch((error) => {
      started = undefined
      log(`local cloud: accounts did not start: ${error.message}`)
      throw error
    })
    return started
  }
  const app = new Hono<AuthEnvironment>()
  app.route('/v1', managementRoutes(options.accessToken, ready))
  app.all('*', async (c) => {
    let auth: StartedAuth
    try {
      auth = await ready()
    } catch {
      return c.json({ code: 'unexpected_failure', message: 'Accounts did not start; the log says why' }, 503)
    }
    return auth.app.fetch(c.req.raw, c.env)
  })
  return {
    app,
    ready,
    close: async () => {
      await (await started?.catch(() => undefined))?.close()
    },
  }
}

const mailServerOf = (config: AuthConfig, own: MailServer): MailServer => {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPass: password } = config
  return host ? { host, port, user, password } : own
}
