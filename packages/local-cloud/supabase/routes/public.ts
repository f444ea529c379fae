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

/** Features that a project has only when they are turned on, as GoTrue's router refuses them otherwise. */
const SWITCHED_OFF: readonly [message: string, code: string, paths: readonly string[]][] = [
  ['SAML 2.0 is disabled', 'saml_provider_disabled', ['/sso', '/sso/*']],
  ['Passkeys are disabled', 'passkey_disabled', ['/passkeys', '/passkeys/*']],
  [
    'OAuth server is disabled',
    'feature_disabled',
    ['/oauth/*', '/user/oauth/*', '/admin/oauth/*', '/.well-known/oauth-authorization-server'],
  ],
  [
    'Custom OAuth providers are disabled',
    'feature_disabled',
    ['/admin/custom-providers', '/admin/custom-providers/*'],
  ],
  ['SCIM server is disabled', 'feature_disabled', ['/scim/*']],
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
  for (const [message, code, paths] of SWITCHED_OFF) {
    for (const path of paths) {
      routes.all(path, () => {
        throw new AuthError(404, code, message)
      })
    }
  }
  // A list for administrators, which is there whether the feature is or not.
  routes.get('/admin/sso/providers', (c) => c.json({ items: [] }))
  routes.post('/admin/sso/providers', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  })
  routes.all('/admin/sso/providers/:id', () => {
    throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
  })
  return routes
}
