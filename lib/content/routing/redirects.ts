import { findPage } from '@/lib/pages'
import { resolveLink } from './links'

/** A redirect from the CMS. Content is untrusted, so any field may be missing or have another type. */
export type RedirectValue = {
  from?: string | null
  match?: string | null
  to?: string | null
  status?: string | null
}

/** The target of a redirect, and its status. */
export type Redirect = { href: string; status: 301 | 302 }

/**
 * Normalizes a path for comparison: decoded, in lowercase, and without trailing slashes.
 *
 * @param path - a URL's path, without query and fragment
 * @returns null when the path cannot be redirected
 */
export function normalizePath(path: string): string | null {
  if (!/^\/(?![/\\])[^?#\s\\]*$/.test(path)) return null
  try {
    return decodeURI(path).toLowerCase().replace(/\/+$/, '') || '/'
  } catch {
    return null
  }
}

/**
 * Parses the target of a redirect: a path of this site, or an https URL, if {@link resolveLink} considers it safe.
 *
 * @returns null for any other target
 */
export function parseRedirectTarget(to: string): { href: string; external: boolean } | null {
  if (!to.startsWith('/')) {
    const url = resolveLink({ kind: 'url', url: to })
    return url?.external ? url : null
  }
  const [page, fragment, ...extraParts] = to.split('#')
  return extraParts.length === 0 ? resolveLink({ kind: 'page', page, fragment }) : null
}

/**
 * Finds the redirect for a path: the one from this exact path, or else the one with the longest matching prefix. Pages
 * are never redirected, and a redirect from `/` is ignored.
 *
 * @param path - as {@link normalizePath} returns it
 */
export function findRule<Rule extends RedirectValue>(
  path: string,
  rules: readonly Rule[],
  landingPaths: ReadonlySet<string>,
): Rule | undefined {
  if (findPage(path) || landingPaths.has(path)) return undefined
  let bestRule: Rule | undefined
  let longestLength = -1
  for (const rule of rules) {
    const from = rule.from ? normalizePath(rule.from) : null
    if (!from || from === '/') continue
    if (rule.match !== 'prefix' && path === from) return rule
    if (
      rule.match === 'prefix' &&
      from.length > longestLength &&
      (path === from || path.startsWith(`${from}/`))
    ) {
      bestRule = rule
      longestLength = from.length
    }
  }
  return bestRule
}

/**
 * Finds the redirect for a path. If its target is redirected too, the browser follows that redirect.
 *
 * @returns null when the path is not redirected
 */
export function findRedirect(
  pathname: string,
  rules: readonly RedirectValue[],
  landingPaths: ReadonlySet<string>,
): Redirect | null {
  const path = normalizePath(pathname)
  const rule = path ? findRule(path, rules, landingPaths) : undefined
  const target = rule?.to ? parseRedirectTarget(rule.to) : null
  return target && { href: target.href, status: rule?.status === '301' ? 301 : 302 }
}
