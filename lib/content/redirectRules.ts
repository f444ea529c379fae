import type { LandingPage } from '@/lib/landingPages'
import { findPage } from '@/lib/pages'
import { invisibleProblem } from './invisibleCharacters'
import { findRule, normalizePath, parseRedirectTarget, type RedirectValue } from './redirects'
import { lengthProblem, webUrlProblem } from './webUrl'

/** Paths of the site itself, beside its pages: `proxy.ts` does not run for them. */
const reserved = ['/api', '/_next', '/studio-admin', '/social', '/.well-known']

/** Files of the site, for which `proxy.ts` does not run either. */
const files: ReadonlySet<string> = new Set([
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/icon.svg',
  '/apple-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
])

/**
 * Checks the source path of a redirect.
 *
 * @param rules - all redirects, this one among them
 * @param landingPages - the published ones
 * @returns the fault and its correction, or null
 */
export function validateFrom(
  rule: RedirectValue,
  rules: readonly RedirectValue[],
  landingPages: readonly LandingPage[],
): string | null {
  if (!rule.from) return null
  const invisible = invisibleProblem(rule.from)
  if (invisible) return invisible
  const from = normalizePath(rule.from)
  if (!from) {
    return 'Write the former path from its first slash, without spaces, “?” and “#”, for example /old-page.'
  }
  const page = findPage(from) ?? landingPages.find(({ path }) => path === from)
  if (page) return `${from} is the page “${page.title}”. Only addresses without a page can be redirected.`
  if (files.has(from) || reserved.some((name) => from === name || from.startsWith(`${name}/`))) {
    return `${from} belongs to the site itself and cannot be redirected.`
  }
  const moved = landingPages.find(({ formerPaths }) => formerPaths?.includes(from))
  if (moved) {
    return `${from} leads to “${moved.title}”, which was there before. Remove it from that page’s former addresses first.`
  }
  const same = rules.filter(
    (other) => other.from && normalizePath(other.from) === from && isPrefix(other) === isPrefix(rule),
  )
  return same.length > 1 ? `${from} is in the list twice. Please remove one.` : null
}

/**
 * Checks the target of a redirect.
 *
 * @param rules - all redirects, this one among them
 * @param origin - the site's own, for example `https://example.com`
 * @param landingPages - the published ones
 * @returns the fault and its correction, or null
 */
export function validateTo(
  rule: RedirectValue,
  rules: readonly RedirectValue[],
  origin: string,
  landingPages: readonly LandingPage[],
): string | null {
  if (!rule.to) return null
  const invisible = invisibleProblem(rule.to)
  if (invisible) return invisible
  const target = parseRedirectTarget(rule.to)
  if (!target) {
    return 'Enter a page of this site, such as /services or /services#offer, or a URL that starts with https://.'
  }
  if (target.external) {
    if (new URL(target.href).origin !== origin) return webUrlProblem(rule.to)
    return 'This is a page of this site: write it from its first slash only, for example /services.'
  }
  const tooLong = lengthProblem(rule.to)
  if (tooLong) return tooLong
  const path = normalizePath(target.href.replace(/#.*$/, '')) ?? ''
  const paths = new Set(landingPages.map((page) => page.path))
  if (findPage(path) || paths.has(path)) return null
  const next = findRule(path, rules, paths)
  if (next && next === findRule(normalizePath(rule.from ?? '') ?? '', rules, paths)) {
    return 'This redirect points to itself. Choose another page or URL.'
  }
  if (next) return `${path} is redirected itself, to ${next.to}. Enter the final page or URL.`
  return findMovedTarget(rule, landingPages) ? null : `No page of this site has the path ${path}.`
}

/** The landing page that a redirect reaches by a former path, and the URL that reaches it directly. */
export type MovedTarget = { page: LandingPage; from: string; to: string }

/**
 * Finds the landing page that has moved from the URL of a redirect. The redirect works: visitors get one 301 to the new
 * path.
 *
 * @param landingPages - those that are published
 */
export function findMovedTarget(
  { to }: RedirectValue,
  landingPages: readonly LandingPage[],
): MovedTarget | undefined {
  const target = to ? parseRedirectTarget(to) : null
  if (!target || target.external) return undefined
  const [path = '', fragment] = target.href.split('#')
  const from = normalizePath(path)
  const page = from ? landingPages.find(({ formerPaths }) => formerPaths?.includes(from)) : undefined
  return page && from ? { page, from, to: fragment ? `${page.path}#${fragment}` : page.path } : undefined
}

/** Advice for a redirect to a landing page that has moved, or null. */
export function toAdvice(rule: RedirectValue, landingPages: readonly LandingPage[]): string | null {
  const moved = findMovedTarget(rule, landingPages)
  if (!moved) return null
  return `“${moved.page.title}” has moved from ${moved.from} to ${moved.page.path}. The redirect works; the new path is clearer.`
}

const isPrefix = ({ match }: RedirectValue) => match === 'prefix'
