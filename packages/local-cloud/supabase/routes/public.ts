import { Hono } from 'hono'
import type { Auth, AuthEnvironment } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'

const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** What anybody may read: keys, settings, health; and features that a project without them refuses. */
export function publicRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600')
    return c.json(auth.keys.jwks())
  })
  routes.get('/health', (c) =>
    c.json({
      version: 'local',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    }),
  )
  routes.get('/settings', (c) => {
    const { anonymousUsers, emailEnabled, disableSignup, autoconfirm } = auth.config()
    const external = Object.fromEntries(PROVIDERS.map((provider) => [provider, false]))
    return c.json({
      external: { ...external, anonymous_users: anonymousUsers, email: emailEnabled },
      disable_signup: disableSignup,
      mailer_autoconfirm: autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    })
  })
  routes.get('/authorize', () => {
    throw invalid('Unsupported provider: provider is not enabled')
  })
  routes.all('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  })
  routes.all('/passkeys/*', () => {
    throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
  })
  routes.all('/oauth/*', () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
  })
  return routes
}
