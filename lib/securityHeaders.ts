import { draftCookie } from './draftCookie.ts'
import type { Environment } from './env.ts'
import { allPages, pages, showsCaptcha, studioPath } from './pages.ts'

/** Where YouTube's and Vimeo's players live; they load when a visitor presses play. */
const videoPlayers = 'https://www.youtube-nocookie.com https://player.vimeo.com'

/** See https://www.emailjs.com/docs/sdk/init/ */
const hostedMail = 'https://api.emailjs.com'

/**
 * Sources that each CAPTCHA service needs:
 * https://developers.google.com/recaptcha/docs/faq,
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
const captchaOrigins = {
  recaptcha: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  turnstile: 'https://challenges.cloudflare.com',
}

/** For a year, without subdomains, which may belong to other sites. RFC 6797. */
const onlyHttps = { key: 'Strict-Transport-Security', value: 'max-age=31536000' }

/**
 * Features that neither the site nor its Studio uses, in any frame. Only names that Chromium supports on every
 * system, since it logs errors for others (156: `bluetooth` on Linux, and removed advertising features).
 */
const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'compute-pressure',
  'digital-credentials-create',
  'digital-credentials-get',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'summarizer',
  'translator',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Hosts of the Content Lake. Of the hosted one, the project's alone: another project there is another person's.
 * https://www.sanity.io/docs/content-lake/content-security-policy
 */
function contentOrigins(env: Environment) {
  const apiHost = env.NEXT_PUBLIC_SANITY_API_HOST
  if (!apiHost) {
    const project = env.NEXT_PUBLIC_SANITY_PROJECT_ID
    const api = `${project}.api.sanity.io`
    return {
      images: 'https://cdn.sanity.io',
      connect: `https://${api} wss://${api} https://${project}.apicdn.sanity.io https://cdn.sanity.io`,
    }
  }
  const streams = env.SANITY_STREAM_ORIGINS ?? ''
  return { images: apiHost, connect: `${apiHost} ${apiHost.replace(/^http/, 'ws')} ${streams}`.trim() }
}

/**
 * Sources of the Studio beside its project: avatars of Google and GitHub users, logos of other sign-in providers, its
 * feedback dialog, the notice of a newer version, and its fonts. The same with every Content Lake, so that the tests
 * check the policy of production.
 */
const studioResources = {
  images: [
    'https://lh3.googleusercontent.com',
    'https://avatars.githubusercontent.com',
    'https://public.sanity.io',
  ],
  connect: ['https://api.sanity.io', 'https://sanity-cdn.com'],
  fonts: 'https://design-system-static.sanity.io',
}

function formatPolicy(directives: Record<string, string | readonly (string | false | undefined)[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...[sources].flat().filter(Boolean)].join(' '))
    .join('; ')
}

type PagePolicy = {
  /** The path of the page: only those that can show a captcha let one in, and the Studio needs other things. */
  path: string
  /** Sources of inline scripts, as `'sha256-…'` or `'nonce-…'`; all of them may run when missing. */
  inlineScripts?: readonly string[]
  /** The development server needs `eval` and a web socket. */
  development?: boolean
}

/** The content security policy of a page of the site, or of the Studio. */
export function pagePolicy(
  env: Environment,
  { path, inlineScripts = ["'unsafe-inline'"], development = false }: PagePolicy,
): string {
  const isStudio = `${path}/`.startsWith(`${studioPath}/`)
  const { images, connect } = contentOrigins(env)
  const provider = env.NEXT_PUBLIC_CAPTCHA_PROVIDER
  const captcha = provider && !isStudio && showsCaptcha(provider, path) ? captchaOrigins[provider] : undefined
  const shared = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inlineScripts, development && "'unsafe-eval'", captcha],
    // The Studio's styles are written by styled-components, the site's by React and Next.
    'style-src': "'self' 'unsafe-inline'",
    'object-src': "'none'",
    'base-uri': "'self'",
    // Presentation shows the site in a frame of the Studio, which has the same origin.
    'frame-ancestors': "'self'",
  }
  if (isStudio) {
    return formatPolicy({
      ...shared,
      'form-action': ["'self'", connect],
      'connect-src': ["'self'", connect, ...studioResources.connect, development && 'ws:'],
      'img-src': ["'self' data: blob:", images, ...studioResources.images],
      'font-src': ["'self'", studioResources.fonts],
      'media-src': ["'self' blob:", images],
      'worker-src': "'self' blob:",
      'frame-src': "'self'",
    })
  }
  const mail = env.NEXT_PUBLIC_EMAILJS_ORIGIN ?? hostedMail
  return formatPolicy({
    ...shared,
    'form-action': "'self'",
    'connect-src': ["'self'", mail, env.NEXT_PUBLIC_SUPABASE_URL, development && 'ws:'],
    'img-src': ["'self' data:", images],
    'media-src': ["'self'", images],
    'frame-src': ["'self'", videoPlayers, captcha],
  })
}

type HeaderOptions = {
  development: boolean
  /** Whether `server/pageCache.ts` adds the policy of each page. */
  pagesArePostProcessed: boolean
}

/** The security headers of all routes, for `headers()` of the Next configuration; `env` decides the hosts in them. */
export function securityHeaders(env: Environment, { development, pagesArePostProcessed }: HeaderOptions) {
  // The contact page has its own policy.
  const withCaptcha = pages.contact.path.slice(1)
  const getPolicyHeader = (path: string) => ({
    key: 'Content-Security-Policy',
    value: pagePolicy(env, { path, development }),
  })
  // The policy of proxy.ts for a draft replaces these. Of two cookies of one name Next would match the first, and
  // draft mode reads the last.
  const onlyDrafts = pagesArePostProcessed
    ? { has: [{ type: 'header' as const, key: 'cookie', value: `.*${draftCookie}=.*` }] }
    : {}
  const common = [
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: deniedFeatures.map((feature) => `${feature}=()`).join(', ') },
    { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
    // The site redirects a tab to Stripe's page, and closes it after a failure.
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
    { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    ...(env.NEXT_PUBLIC_SITE_URL.startsWith('https:') ? [onlyHttps] : []),
  ]
  return [
    { source: '/:path*', headers: common },
    // Other sites embed the social images.
    {
      source: '/social/:path*',
      headers: [{ key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' }],
    },
    ...allPages
      .filter(({ token }) => token)
      .map(({ path }) => ({
        source: path,
        headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }],
      })),
    {
      source: `/((?!api/|${studioPath.slice(1)}(?:/|$)|${withCaptcha}$).*)`,
      ...onlyDrafts,
      headers: [getPolicyHeader('/')],
    },
    { source: pages.contact.path, ...onlyDrafts, headers: [getPolicyHeader(pages.contact.path)] },
    {
      source: '/api/:path+',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    },
    {
      source: `${studioPath}/:path*`,
      ...onlyDrafts,
      headers: [getPolicyHeader(studioPath)],
    },
  ]
}
