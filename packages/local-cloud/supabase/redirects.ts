import { isLoopback } from '../config.ts'
import type { AuthConfig } from './config.ts'
import type { Auth, AuthRequest } from './context.ts'

const SPECIAL = /[.*+?^$(){}|[\]\\/]/
/** What Go refuses to read as an address, and browsers read as another one. */
const MISLEADING = /[\\\p{Cc}]|^\s/u

/** The class that begins at `at` as a part of a regular expression, and where it ends; undefined when it doesn't. */
function classAt(pattern: string, at: number): { source: string; end: number } | undefined {
  const end = pattern.indexOf(']', at + 2)
  if (end < 0) return undefined
  const [, not = '', members = ''] = /^(!?)(.*)$/s.exec(pattern.slice(at + 1, end)) ?? []
  const range = /^(.)-(.)$/s.exec(members)
  if (range && (range[1] ?? '') > (range[2] ?? '')) return undefined
  const escaped = (text: string) => text.replace(/[\\\]^-]/g, '\\$&')
  const inside = range ? `${escaped(range[1] ?? '')}-${escaped(range[2] ?? '')}` : escaped(members)
  return { source: `[${not ? '^' : ''}${inside}]`, end }
}

/**
 * A pattern of the redirect allow list as a regular expression: `*` and `?` stop at dots and slashes, `**` doesn't,
 * `{a,b}` is a choice, `[abc]`, `[a-z]` and `[!a]` are one character, and a backslash takes away what the next one means
 * (https://supabase.com/docs/guides/auth/redirect-urls, https://github.com/gobwas/glob).
 */
function patternExpression(pattern: string): RegExp {
  let source = ''
  let choices = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? ''
    const inClass = char === '[' ? classAt(pattern, at) : undefined
    if (inClass) {
      source += inClass.source
      at = inClass.end
    } else if (char === '\\' && at + 1 < pattern.length) {
      at += 1
      source += literal(pattern[at] ?? '')
    } else if (pattern.startsWith('**', at)) {
      source += '.*'
      at += 1
    } else if (char === '*') source += '[^./]*'
    else if (char === '?') source += '[^./]'
    else if (char === '{') {
      source += '(?:'
      choices += 1
    } else if (char === '}' && choices > 0) {
      source += ')'
      choices -= 1
    } else if (char === ',' && choices > 0) source += '|'
    else source += literal(char)
  }
  return new RegExp(`^${source}${')'.repeat(choices)}$`, 's')
}

function literal(char: string): string {
  return SPECIAL.test(char) ? `\\${char}` : char
}

/** Whether links in e-mails may lead to an address: the site's own origin, another of this machine, or one listed. */
export function isAllowedRedirect(config: AuthConfig, address: string | undefined): address is string {
  if (!address || MISLEADING.test(address)) return false
  const site = URL.parse(config.siteUrl)
  const target = URL.parse(address)
  if (!site || !target || target.username || target.password) return false
  const samePort = site.port === target.port || isLoopback(target.hostname)
  if (site.protocol === target.protocol && site.hostname === target.hostname && samePort) return true
  if (/^\[|^\d+(\.\d+){3}$/.test(target.hostname)) {
    // Addresses in other notations (decimal, octal) are only used to mislead.
    const plainly = address.toLowerCase().includes(target.hostname)
    return ['http:', 'https:'].includes(target.protocol) && isLoopback(target.hostname) && plainly
  }
  if (
    ['http:', 'https:'].includes(target.protocol) &&
    !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(target.hostname)
  ) {
    return false
  }
  if (['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(target.protocol)) return false
  const withoutFragment = address.split('#', 1)[0] ?? ''
  return config.redirectAllowList.some((pattern) => patternExpression(pattern).test(withoutFragment))
}

/** The first allowed address of those a request names (`redirect_to`, Referer), else the site. */
export function chooseRedirect(config: AuthConfig, candidates: (string | undefined)[]): string {
  return candidates.find((candidate) => isAllowedRedirect(config, candidate)) ?? config.siteUrl
}

/** Where the links of a request's e-mails lead in the end. */
export function redirectOf(auth: Auth, c: AuthRequest): string {
  const candidates = [c.req.header('redirect_to'), c.req.query('redirect_to'), c.req.header('referer')]
  return chooseRedirect(auth.config(), candidates)
}
