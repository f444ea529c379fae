import { Hono } from 'hono'
import type { AuthConfig } from './config.ts'
import type { AuthEnvironment } from './context.ts'
import type { MailServer } from './mail/send.ts'
import { managementRoutes } from './management.ts'
import type { AuthOptions, StartedAuth } from './start.ts'

type MountOptions = Omit<AuthOptions, 'clock' | 'config' | 'deliver' | 'hashingCost'> & {
  env: Record<string, string | undefined>
  /** The site's origin, the default of the setting `siteUrl`. */
  siteOrigin: string
  /** The token of the management API. */
  accessToken: string
  /** Sends emails unless Auth's settings name another mail server. */
  mailServer: MailServer
}

/** Auth, which starts when it receives its first request. */
export type MountedAuth = {
  app: Hono<AuthEnvironment>
  /** Starts Auth unless it has started, and resolves when it can serve requests. */
  ready(): Promise<StartedAuth>
  close(): Promise<void>
}

/**
 * Mounts Auth for the Supabase port. Auth starts with its first request, since creating the database takes seconds. An
 * invalid configuration is logged then.
 */
export function mountAuth(options: MountOptions): MountedAuth {
  const { log, siteOrigin, env } = options
  let started: Promise<StartedAuth> | undefined
  const start = async () => {
    // Imported on demand: Auth has a large part of the local cloud's modules.
    const { startAuth } = await import('./start.ts')
    const { readAuthConfig } = await import('./config.ts')
    const { sendAuthMail } = await import('./mail/send.ts')
    const auth: StartedAuth = await startAuth({
      ...options,
      config: readAuthConfig(env, siteOrigin),
      deliver: (mail, sentAt) =>
        sendAuthMail(selectMailServer(auth.config(), options.mailServer), mail, sentAt),
    })
    return auth
  }
  const ready = () => {
    started ??= start().catch((error) => {
      started = undefined
      log(`auth: start failed: ${error.message}`)
      throw error
    })
    return started
  }
  const app = new Hono<AuthEnvironment>()
  app.route('/v1', managementRoutes(options.accessToken, ready, log))
  app.all('*', async (c) => {
    let auth: StartedAuth
    try {
      auth = await ready()
    } catch {
      return c.json({ code: 'unexpected_failure', message: 'Accounts did not start; see the log' }, 503)
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

const selectMailServer = (config: AuthConfig, defaultServer: MailServer): MailServer => {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPass: password } = config
  return host ? { host, port, user, password } : defaultServer
}
