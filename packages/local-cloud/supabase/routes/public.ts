import { Hono } from 'hono'
import type { Auth, AuthEnvironment } from '../context.ts'

/** Routes that require no sign-in: the public signing key and settings. */
export function publicRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600')
    return c.json(auth.keys.jwks())
  })
  routes.get('/settings', (c) =>
    c.json({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false }),
  )
  return routes
}
