import { globSync, readFileSync } from 'node:fs'

/** A route of the API, and its methods. */
export type ApiRoute = { path: string; methods: string[] }

/** All routes in the file system of `app/api`, so that tests of all routes include new ones. */
export function apiRoutes(): ApiRoute[] {
  return globSync('app/api/**/route.{ts,tsx}')
    .toSorted()
    .map((file) => ({ path: `/${file.replace(/^app\/|\/route\.tsx?$/g, '')}`, methods: listMethods(file) }))
}

/** The routes below `/api` that only report something: they change nothing at a vendor. */
export const readRoutes = [
  '[...unknown]',
  'auth/sign-up-state',
  'check-subscription',
  'checkout-status',
  'health',
  'portal-login',
  'ready',
  'receipts',
  'studio/sales',
] as const

function listMethods(file: string): string[] {
  const exported = readFileSync(file, 'utf8').match(/^export .*\b(GET|POST|PUT|PATCH|DELETE)\b/gm) ?? []
  const methods = exported.flatMap((line) => line.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/) ?? [])
  if (methods.length === 0) throw new Error(`${file} exports no known method.`)
  return [...new Set(methods)]
}
