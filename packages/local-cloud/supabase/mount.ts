import { Hono } from 'hono'
import type { AuthEnvironment } from './context.ts'
import { managementRoutes } from './management.ts'
import type { AuthOptions, StartedAuth } from './start.ts'

type MountOptions = Omit<AuthOptions, 'clock' | 'config' | 'hashingCost'> & {
  env: Record<string, string | undefined>
  /** The site's origin, which is the default for the setting `siteUrl`. */
  siteOrigin: string
  /** The access token for the management API. */
  accessToken: string
  /** The local mail server's account. Delivery fails if the SMTP settings have a host but different credentials. */
  mailAccount: { user: string; password: string }
}

/** Auth, which starts on its first request or on the first call to `ready`. */
export type MountedAuth = {
  app: Hono<AuthEnvironment>
  /** Starts Auth unless it has started, and resolves when it can serve requests. */
  ready(): Promise<StartedAuth>
  close(): Promise<void>
}

/**
 * Mounts Auth for the Supabase port. Auth starts with its first request, since creating the database takes seconds. An
 * invalid configuration is not logged until then.
 */
export function mountAuth(options: MountOptions): MountedAuth {
  const { log, siteOrigin, env } = options
  let started: Promise<StartedAuth> | undefined
  const start = async () => {
    // Imported on demand, since Auth loads a large part of the local cloud's modules.
    const { startAuth } = await import('./start.ts')
    const { readAuthConfig } = await import('./config.ts')
    const deliver: MountOptions['deliver'] = async (mail, sentAt) => {
      const { smtpHost, smtpUser, smtpPass } = auth.config()
      const { user, password } = options.mailAccount
      if (smtpHost && (smtpUser !== user || smtpPass !== password))
        throw new Error('SMTP authentication failed')
      await options.deliver(mail, sentAt)
    }
    const config = readAuthConfig(env, siteOrigin)
    const auth: StartedAuth = await startAuth({ ...options, config, deliver })
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
      return c.json({ code: 'unexpected_failure', message: 'Auth did not start; see the log' }, 503)
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
