import { globSync, readFileSync } from 'node:fs'

/** An API route and its HTTP methods. */
export type ApiRoute = { path: string; methods: string[] }

/** Lists all routes in `app/api`, so that tests of all routes include new ones. */
export function listApiRoutes(): ApiRoute[] {
  return globSync('app/api/**/route.{ts,tsx}')
    .toSorted()
    .map((file) => ({ path: `/${file.replace(/^app\/|\/route\.tsx?$/g, '')}`, methods: listMethods(file) }))
}

/**
 * The API routes that change no vendor's data and expire no pages, without those for draft mode. Some write to the
 * site's database.
 */
export const readOnlyRoutes = [
  '[...unknown]',
  'auth/common-passwords',
  'check-subscription',
  'checkout-status',
  'health',
  'payer',
  'ready',
] as const

function listMethods(file: string): string[] {
  const exportLines = readFileSync(file, 'utf8').match(/^export .*\b(GET|POST|PUT|PATCH|DELETE)\b/gm) ?? []
  const methods = exportLines.flatMap((line) => line.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/) ?? [])
  if (methods.length === 0) throw new Error(`${file} exports no known HTTP method.`)
  return [...new Set(methods)]
}
