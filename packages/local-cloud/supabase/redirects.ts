import { isLoopback } from '../config.ts'
import type { AuthConfig } from './config.ts'
import type { Auth, AuthRequest } from './context.ts'

/** A pattern of the redirect allow list: `*` ends at dots and slashes, `**` does not. */
function patternExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^./]*' : part.replace(/[.+?^$(){}|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

/**
 * Whether links in emails may lead to a URL: one of the site, of this machine, or of the allow list
 * (https://supabase.com/docs/guides/auth/redirect-urls).
 */
export function isAllowedRedirect(config: AuthConfig, url: string | undefined): url is string {
  // Go rejects these as URLs, and browsers read them differently.
  if (!url || /[\\\p{Cc}]|^\s/u.test(url)) return false
  const target = URL.parse(url)
  if (!target || !['http:', 'https:'].includes(target.protocol)) return false
  if (target.username || target.password) return false
  if (target.origin === URL.parse(config.siteUrl)?.origin) return true
  // Other notations of 127.0.0.1 (decimal, octal) are rejected.
  if (isLoopback(target.hostname) && url.toLowerCase().includes(target.hostname)) return true
  const withoutFragment = url.split('#', 1)[0] ?? ''
  return config.redirectAllowList.some((pattern) => patternExpression(pattern).test(withoutFragment))
}

/** The first allowed URL of those that a request names (`redirect_to`, Referer), else the site. */
export function redirectOf(auth: Auth, c: AuthRequest): string {
  const candidates = [c.req.header('redirect_to'), c.req.query('redirect_to'), c.req.header('referer')]
  return candidates.find((candidate) => isAllowedRedirect(auth.config(), candidate)) ?? auth.config().siteUrl
}
