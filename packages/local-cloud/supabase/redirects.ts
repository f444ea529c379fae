import { isLoopback } from '../config.ts'
import type { AuthConfig } from './config.ts'
import type { Auth, AuthRequest } from './context.ts'

/** Converts an allow-list pattern to a RegExp: `**` matches any characters, `*` any except dots and slashes. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^./]*' : part.replace(/[.+?^$(){}|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

/**
 * Whether links in emails may redirect to a URL: it must be on the site or this machine, or match the allow list
 * (https://supabase.com/docs/guides/auth/redirect-urls).
 */
export function isAllowedRedirect(config: AuthConfig, url: string | undefined): url is string {
  // Rejects backslashes, control characters and leading spaces: browsers parse such URLs differently from the hosted
  // service (written in Go), which rejects most of them.
  if (!url || /[\\\p{Cc}]|^\s/u.test(url)) return false
  const target = URL.parse(url)
  if (!target || !['http:', 'https:'].includes(target.protocol)) return false
  if (target.username || target.password) return false
  if (target.origin === URL.parse(config.siteUrl)?.origin) return true
  // Other forms of 127.0.0.1 (decimal, octal) do not count as this machine.
  if (isLoopback(target.hostname) && url.toLowerCase().includes(target.hostname)) return true
  const withoutFragment = url.split('#', 1)[0] ?? ''
  return config.redirectAllowList.some((pattern) => toRegExp(pattern).test(withoutFragment))
}

/** Returns the first allowed URL among a request's `redirect_to` and Referer, or else the site's URL. */
export function selectRedirect(auth: Auth, c: AuthRequest): string {
  const candidates = [c.req.header('redirect_to'), c.req.query('redirect_to'), c.req.header('referer')]
  return candidates.find((candidate) => isAllowedRedirect(auth.config(), candidate)) ?? auth.config().siteUrl
}
