import { draftCookie } from './draftCookie.ts'
import type { Environment } from './env.ts'
import { allPages, studioPath } from './pages.ts'

/** Origins of the YouTube and Vimeo players, which load when a visitor presses play. */
const videoPlayers = 'https://www.youtube-nocookie.com https://player.vimeo.com'

/** The origin of hosted EmailJS: https://www.emailjs.com/docs/sdk/init/ */
const hostedEmailjs = 'https://api.emailjs.com'

/** https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
const turnstileOrigin = 'https://challenges.cloudflare.com'

/** HSTS (RFC 6797), valid for a year. Excludes subdomains, which may belong to other sites. */
const httpsOnlyHeader = { key: 'Strict-Transport-Security', value: 'max-age=31536000' }

/**
 * Browser features that neither the site nor its Studio uses. Lists only names that Chromium supports on every system,
 * since Chromium logs errors for others, such as `bluetooth` on Linux.
 */
const deniedFeatures = {
  sensors: ['accelerometer', 'geolocation', 'gyroscope', 'magnetometer', 'xr-spatial-tracking'],
  devices: ['gamepad', 'hid', 'midi', 'serial', 'usb'],
  recordings: ['camera', 'captured-surface-control', 'display-capture', 'microphone', 'speaker-selection'],
  network: ['local-network', 'local-network-access', 'loopback-network'],
  profile: ['browsing-topics', 'idle-detection', 'keyboard-map', 'local-fonts', 'storage-access'],
  logins: ['otp-credentials', 'publickey-credentials-create', 'publickey-credentials-get'],
  identity: ['digital-credentials-create', 'digital-credentials-get', 'identity-credentials-get'],
  money: ['payment'],
  models: ['language-detector', 'language-model', 'on-device-speech-recognition', 'summarizer', 'translator'],
  screen: ['compute-pressure', 'screen-wake-lock', 'window-management'],
}

const permissionsPolicy = Object.values(deniedFeatures)
  .flat()
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Returns the origins of the Content Lake. Allows only this project's API hosts, since other projects have other owners.
 * https://www.sanity.io/docs/content-lake/content-security-policy
 */
function getContentOrigins(env: Environment) {
  const apiHost = env.NEXT_PUBLIC_SANITY_API_HOST
  const project = env.NEXT_PUBLIC_SANITY_PROJECT_ID
  if (!apiHost) {
    const api = `${project}.api.sanity.io`
    return {
      images: 'https://cdn.sanity.io',
      connect: `https://${api} wss://${api} https://${project}.apicdn.sanity.io https://cdn.sanity.io`,
    }
  }
  // The Studio's SDK requests the user and the project from the project's own host, derived from the API host.
  const projectHost = apiHost.replace('://', `://${project}.`)
  const streams = env.SANITY_STREAM_ORIGINS ?? ''
  const connect = `${apiHost} ${projectHost} ${apiHost.replace(/^http/, 'ws')} ${streams}`.trim()
  return { images: apiHost, connect }
}

/**
 * Sources that the Studio needs besides the Content Lake: avatars of Google and GitHub users, logos of other sign-in
 * providers, its feedback dialog, its notice about a new version, and its fonts.
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

type PagePolicyOptions = {
  /** The path of the page. It determines whether the Studio's sources are allowed. */
  path: string
  /** Allowed inline scripts, as `'sha256-…'` or `'nonce-…'`; all inline scripts by default. */
  inlineScripts?: readonly string[]
  /** Whether to allow `eval` and WebSockets, which the development server needs. */
  isDevelopment?: boolean
}

/** Creates the content security policy for a page of the site or of the Studio. */
export function createPagePolicy(
  env: Environment,
  { path, inlineScripts = ["'unsafe-inline'"], isDevelopment = false }: PagePolicyOptions,
): string {
  const isStudio = `${path}/`.startsWith(`${studioPath}/`)
  const { images, connect } = getContentOrigins(env)
  const captchaSource = env.NEXT_PUBLIC_TURNSTILE_SITE_KEY && !isStudio && turnstileOrigin
  const shared = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inlineScripts, isDevelopment && "'unsafe-eval'", captchaSource],
    // The Studio's inline styles come from styled-components, the site's from React and Next.
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
      'connect-src': ["'self'", connect, ...studioResources.connect, isDevelopment && 'ws:'],
      'img-src': ["'self' data: blob:", images, ...studioResources.images],
      'font-src': ["'self'", studioResources.fonts],
      'media-src': ["'self' blob:", images],
      'worker-src': "'self' blob:",
      'frame-src': "'self'",
    })
  }
  const emailjsOrigin = env.NEXT_PUBLIC_EMAILJS_ORIGIN ?? hostedEmailjs
  return formatPolicy({
    ...shared,
    'form-action': "'self'",
    'connect-src': ["'self'", emailjsOrigin, env.NEXT_PUBLIC_SUPABASE_URL, isDevelopment && 'ws:'],
    'img-src': ["'self' data:", images],
    'media-src': ["'self'", images],
    'frame-src': ["'self'", videoPlayers, captchaSource],
  })
}

type HeaderOptions = {
  isDevelopment: boolean
  /** Whether `server/pageCache.ts` gives each stored page its own CSP. */
  pagesArePostProcessed: boolean
}

/** Creates the security headers for all paths, for `headers()` in next.config.ts. */
export function createSecurityHeaders(
  env: Environment,
  { isDevelopment, pagesArePostProcessed }: HeaderOptions,
) {
  const getPolicyHeader = (path: string) => ({
    key: 'Content-Security-Policy',
    value: createPagePolicy(env, { path, isDevelopment }),
  })
  // Post-processed pages already have a CSP, so this one is sent only with a draft cookie, and proxy.ts replaces it for
  // drafts. A `cookie` condition would test only the first of two draft cookies; draft mode reads the last.
  const draftCondition = pagesArePostProcessed
    ? { has: [{ type: 'header' as const, key: 'cookie', value: `.*${draftCookie}=.*` }] }
    : {}
  const common = [
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: permissionsPolicy },
    { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
    // The site opens a tab, redirects it to Stripe's page, and closes it after a failure.
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
    { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    ...(env.NEXT_PUBLIC_SITE_URL.startsWith('https:') ? [httpsOnlyHeader] : []),
  ]
  return [
    { source: '/:path*', headers: common },
    // Other sites embed the social images.
    {
      source: '/social/:path*',
      headers: [{ key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' }],
    },
    ...allPages
      .filter(({ hasTokenInUrl }) => hasTokenInUrl)
      .map(({ path }) => ({
        source: path,
        headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }],
      })),
    {
      source: `/((?!api/|${studioPath.slice(1)}(?:/|$)).*)`,
      ...draftCondition,
      headers: [getPolicyHeader('/')],
    },
    {
      source: '/api/:path+',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    },
    {
      source: `${studioPath}/:path*`,
      ...draftCondition,
      headers: [getPolicyHeader(studioPath)],
    },
  ]
}
