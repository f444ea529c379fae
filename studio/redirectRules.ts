import { z } from 'zod'
import {
  findRule,
  normalizePath,
  parseRedirectTarget,
  type RedirectValue,
} from '@/lib/content/routing/redirects'
import { describeUrlLengthProblem, describeWebUrlProblem } from '@/lib/content/routing/webUrl'
import { describeInvisibleCharacterProblem } from '@/lib/content/text/invisibleCharacters'
import type { LandingPage } from '@/lib/landingPages'
import { findPage } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'
import type { Fields, Problem } from './checks/walk'

/** Prefixes of the site's own paths, besides its pages. Redirects from them are rejected. */
const reservedPrefixes = ['/api', '/_next', '/studio-admin', '/social', '/.well-known']

/** Files of the site, whose paths `proxy.ts` does not redirect. */
const siteFiles: ReadonlySet<string> = new Set([
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

const text = z.string().nullish().catch(null)
/** Parses redirect rules, including invalid ones. */
export const rulesSchema = z
  .array(z.object({ _key: z.string().catch(''), from: text, match: text, to: text }))
  .catch([])

/**
 * Finds redirects with a source or target that does not work.
 *
 * @param document - any document; only the `redirects` document can have such problems
 * @param landingPages - the published landing pages
 */
export function findRedirectProblems(
  { _type, rules: value }: Fields,
  landingPages: readonly LandingPage[],
): Problem[] {
  const rules = _type === 'redirects' ? rulesSchema.parse(value) : []
  return rules.flatMap((rule) =>
    [
      { name: 'from', message: validateFrom(rule, rules, landingPages) },
      { name: 'to', message: validateTo(rule, rules, siteOrigin, landingPages) },
    ].flatMap(({ name, message }) =>
      message ? [{ path: ['rules', { _key: rule._key }, name], message }] : [],
    ),
  )
}

/**
 * Checks the source path of a redirect.
 *
 * @param rules - all redirects, including this one
 * @param landingPages - the published landing pages
 * @returns the problem and its correction, or null
 */
export function validateFrom(
  rule: RedirectValue,
  rules: readonly RedirectValue[],
  landingPages: readonly LandingPage[],
): string | null {
  if (!rule.from) return null
  const invisibleProblem = describeInvisibleCharacterProblem(rule.from)
  if (invisibleProblem) return invisibleProblem
  const from = normalizePath(rule.from)
  if (!from) {
    return 'Enter only the old path, without spaces, “?” or “#”, for example /old-page.'
  }
  const page = findPage(from) ?? landingPages.find(({ path }) => path === from)
  if (page) return `${from} is the page “${page.title}”. Only paths without a page can be redirected.`
  if (siteFiles.has(from) || reservedPrefixes.some((name) => from === name || from.startsWith(`${name}/`))) {
    return `${from} belongs to the site itself and can’t be redirected.`
  }
  const movedPage = landingPages.find(({ formerPaths }) => formerPaths?.includes(from))
  if (movedPage) {
    return `${from} is a former path of “${movedPage.title}” and already redirects to it. Remove it from that page’s former paths first.`
  }
  const duplicates = rules.filter(
    (candidate) =>
      candidate.from && normalizePath(candidate.from) === from && isPrefix(candidate) === isPrefix(rule),
  )
  return duplicates.length > 1 ? `${from} is in the list more than once. Remove one.` : null
}

/**
 * Checks the target of a redirect.
 *
 * @param rules - all redirects, including this one
 * @param origin - the site's origin, for example `https://example.com`
 * @param landingPages - the published landing pages
 * @returns the problem and its correction, or null
 */
export function validateTo(
  rule: RedirectValue,
  rules: readonly RedirectValue[],
  origin: string,
  landingPages: readonly LandingPage[],
): string | null {
  if (!rule.to) return null
  const invisibleProblem = describeInvisibleCharacterProblem(rule.to)
  if (invisibleProblem) return invisibleProblem
  const target = parseRedirectTarget(rule.to)
  if (!target) {
    return 'Enter a page of this site, such as /services or /services#offer, or a URL that starts with https://.'
  }
  if (target.external) {
    if (new URL(target.href).origin !== origin) return describeWebUrlProblem(rule.to)
    return 'This URL is on this site: enter only its path, for example /services.'
  }
  const tooLong = describeUrlLengthProblem(rule.to)
  if (tooLong) return tooLong
  const path = normalizePath(target.href.replace(/#.*$/, '')) ?? ''
  const paths = new Set(landingPages.map((page) => page.path))
  if (findPage(path) || paths.has(path)) return null
  const nextRule = findRule(path, rules, paths)
  if (nextRule && nextRule === findRule(normalizePath(rule.from ?? '') ?? '', rules, paths)) {
    return 'This redirect points to itself. Choose another page or URL.'
  }
  if (nextRule) return `${path} itself redirects to ${nextRule.to}. Enter the final page or URL.`
  const isFormerPath = landingPages.some(({ formerPaths }) => formerPaths?.includes(path))
  return isFormerPath ? null : `No page of this site has the path ${path}.`
}

const isPrefix = ({ match }: RedirectValue) => match === 'prefix'
