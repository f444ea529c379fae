import { expect } from '@playwright/test'
import { sendRaw } from './rawRequest.ts'

/** Stands in for a visitor's secret. If another visitor's response contains it, the secret was cached. */
export const canary = 'CANARY-7f3a9'

type CanaryRequest = { search?: string; headers?: Record<string, string> }

const flightHeaders = { RSC: '1' }

/** Requests with the canary in different places, keyed by place. */
export const canaryRequests: Record<string, CanaryRequest> = {
  'a query': { search: `?token_hash=${canary}&next=%2F${canary}` },
  'the query of a navigation request': { search: `?token_hash=${canary}`, headers: flightHeaders },
  'the query of a prefetch': {
    search: `?token_hash=${canary}`,
    headers: { ...flightHeaders, 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
  },
  "the router's parameter": { search: `?_rsc=${canary}`, headers: flightHeaders },
  "the router's headers": {
    headers: {
      ...flightHeaders,
      'Next-Router-State-Tree': encodeURIComponent(JSON.stringify([canary, {}])),
      'Next-Url': `/${canary}`,
    },
  },
  'cookies and a token': { headers: { Cookie: `session=${canary}`, Authorization: `Bearer ${canary}` } },
  'browser headers': {
    headers: { 'User-Agent': canary, 'Accept-Language': canary, Referer: `https://${canary}.example/` },
  },
  'proxy headers': {
    headers: {
      'X-Forwarded-For': canary,
      'X-Forwarded-Host': `${canary}.example`,
      'X-Forwarded-Proto': canary,
      'X-Forwarded-Port': '1',
      'X-Real-Ip': canary,
      Forwarded: `host=${canary}`,
    },
  },
  'Next.js headers': {
    headers: {
      'X-Matched-Path': `/${canary}`,
      'X-Invoke-Path': `/${canary}`,
      'X-Invoke-Query': canary,
      'X-Middleware-Rewrite': `/${canary}`,
      'X-Next-Cache-Tags': canary,
      'X-Nextjs-Data': '1',
      'X-Nonce': canary,
      'X-Request-Id': canary,
    },
  },
}

/**
 * Canaries, keyed by their minimum size. React writes strings of 1,024 or more characters as separate rows, outside
 * the root of the flight data.
 */
export const sizedCanaries: Record<string, string> = {
  ...Object.fromEntries(
    [1, 1023, 1024, 5000].map((size) => [`${size} characters`, canary.padEnd(size, 'x')]),
  ),
  '600 characters of three bytes': `${canary}${encodeURIComponent('€'.repeat(600))}`,
}

/** Sends a request, and follows Next's redirect to the URL with the router's parameter, as every client does. */
async function send(url: string, headers = {}): Promise<{ status: number; text: string }> {
  const { origin, pathname, search } = new URL(url)
  const response = await sendRaw(origin, `${pathname}${search}`, { headers })
  const { location } = response.headers
  if (response.status === 307 && location) return send(new URL(location, url).href, headers)
  return { status: response.status, text: `${JSON.stringify(response.headers)}\n${response.body}` }
}

/**
 * Requests every path with the canary in each of the named places, and expects no server error.
 *
 * @param names - names in {@link canaryRequests}; all by default
 * @param text - one of {@link sizedCanaries}, which replaces the canary in queries
 */
export async function sendCanaries(
  origin: string,
  paths: readonly string[],
  names = Object.keys(canaryRequests),
  text = canary,
): Promise<void> {
  const sendTo = async (path: string) => {
    for (const name of names) {
      const { search = '', headers } = canaryRequests[name] ?? {}
      const { status } = await send(`${origin}${path}${search.replaceAll(canary, text)}`, headers)
      expect(status, `${path}, ${name}`).toBeLessThan(500)
    }
  }
  await Promise.all(paths.map(sendTo))
}

/** Requests the paths as pages, navigations and prefetches. Expects no canary in the responses' headers or bodies. */
export async function expectNoCanary(origin: string, paths: readonly string[]): Promise<void> {
  const headerVariants: Record<string, string>[] = [
    {},
    flightHeaders,
    { ...flightHeaders, 'Next-Router-Prefetch': '1' },
    { ...flightHeaders, 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { ...flightHeaders, 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_full' },
  ]
  const expectClean = async (path: string) => {
    for (const headers of headerVariants) {
      const { text } = await send(`${origin}${path}`, headers)
      expect(text.includes(canary), `${path} ${JSON.stringify(headers)}`).toBe(false)
    }
  }
  await Promise.all(paths.map(expectClean))
}
