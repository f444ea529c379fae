import { globSync } from 'node:fs'

/** Lists the files of all API routes, so that tests of all routes include new ones. */
export const listRouteFiles = (): string[] => globSync('app/api/**/route.{ts,tsx}').toSorted()

/** Returns the name of a route's file, such as `auth/verify`. */
export const getRouteName = (file: string): string => file.replace(/^app\/api\/|\/route\.tsx?$/g, '')

/** Creates a POST request to a route, as pages send it. The route's name may have a query string. */
export const createApiRequest = (
  route: string,
  body: object,
  headers: Record<string, string> = {},
): Request =>
  new Request(`http://localhost:3999/api/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

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
