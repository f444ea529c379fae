import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import Stripe from 'stripe'
import { getSiteVariables } from '../../../scripts/stack/environment.ts'
import { createAuthClient, createUser, password, resetAccountSettings } from '../../support/accounts.ts'
import { contentClient } from '../../support/content.ts'
import { testCloud } from '../../support/environment.ts'
import {
  createFuzzedRequest,
  echoMarker,
  type FuzzedRequest,
  fuzzedPaths,
  previewSecret,
} from '../../support/fuzz.ts'
import { publicPages } from '../../support/pages.ts'
import { createRandom, readCount } from '../../support/random.ts'
import { sendRaw } from '../../support/rawRequest.ts'
import { startSecondSite } from '../../support/secondSite.ts'

/** The number of requests for each target path. */
const rounds = readCount('FUZZ_ROUNDS', 15, 600)
const seed = readCount('FUZZ_SEED', 1)

const concurrentRequests = 8

type FuzzResponse = { status: number; headers: string; body: string }

/** Sends a request with only `Content-Length` added. The status is 0 when the connection closes without a response. */
async function send(
  origin: string,
  agent: Agent,
  { path, headers, body, method }: FuzzedRequest,
): Promise<FuzzResponse> {
  const headersWithLength = { ...headers, 'Content-Length': String(body.length) }
  const request = { method, headers: headersWithLength, body, agent }
  const response = await sendRaw(origin, path, request).catch(() => ({ status: 0, headers: {}, body: '' }))
  return { ...response, headers: JSON.stringify(response.headers) }
}

/** Reads the names and values of secrets that no log or response may contain (but see {@link enablesDraftMode}). */
function readSecrets(folder: string, variables: Record<string, string | undefined>): [string, string][] {
  const { preview } = JSON.parse(readFileSync(join(folder, 'prerender-manifest.json'), 'utf8'))
  const secrets = Object.entries({ ...variables, ...preview }).filter(([name]) =>
    /TOKEN|SECRET|PRIVATE|DATABASE_URL|^preview/.test(name),
  )
  return secrets.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value ? [[name, value]] : [],
  )
}

/** Whether a response redirects or rewrites to another host, or allows requests from the attacker's origin. */
function refersToForeignHost(headers: string): boolean {
  const [, location = '/'] = /"location":"([^"]*)"/.exec(headers) ?? []
  const { hostname } = new URL(location, 'http://localhost')
  return (
    hostname !== 'localhost' ||
    /"(x-middleware-rewrite|access-control-allow-origin)":"[^"]*evil\.example/.test(headers)
  )
}

/** Whether a response enables draft mode. The cookie of such a response contains the secret `previewModeId`. */
const enablesDraftMode = (path: string, { status }: FuzzResponse) =>
  path === '/api/draft-mode/enable' && status === 307
const isNotPreviewModeId = ([name]: [string, string]) => name !== 'previewModeId'

const policyPattern = /"content-security-policy":"[^"]*script-src 'self' 'sha256-/

/** Finds secrets, internal errors and unsafe content in a response, or a missing content security policy. */
function findViolations({ headers, body }: FuzzResponse, secrets: [string, string][]): string[] {
  const text = headers + body
  return [
    ...secrets.filter(([, value]) => text.includes(value)).map(([name]) => name),
    ...(/\n\s+at \S.*:\d+:\d+|node_modules|\bE(CONN|NOENT|ACCES)\w*\b|(Syntax|Type|Range)Error/.test(text)
      ? ['an internal error']
      : []),
    ...(text.includes(process.cwd()) ? ['a local file path'] : []),
    ...(/text\/html/.test(headers) && body.includes(echoMarker) ? ['request data as markup'] : []),
    ...(refersToForeignHost(headers) ? ['a reference to another host'] : []),
    ...(/"content-type":"text\/html/.test(headers) && !policyPattern.test(headers)
      ? ['a page without its content security policy']
      : []),
  ]
}

/** Creates the headers that authenticate a body for a route. */
type CreateHeaders = (body: Buffer) => Promise<Record<string, string>>

async function createAccessToken(): Promise<string> {
  const { email } = await createUser()
  const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

/**
 * Creates valid credentials for the routes: signatures for Sanity's and Stripe's webhooks, the scheduler's secret, and
 * users' access tokens. Creates users, and resets the settings and faults of the account service.
 *
 * @returns a function that maps a route's path to the function that creates the request's headers
 */
async function createCredentials(secrets: Record<string, string>): Promise<(path: string) => CreateHeaders> {
  const { webhooks } = new Stripe('sk_test_nobody')
  await resetAccountSettings()
  const accessToken = await createAccessToken()
  const createBearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` })
  const credentialsByPath: Record<string, CreateHeaders> = {
    '/api/sanity/webhook': async (body) => ({
      [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(
        // An empty body cannot be signed, so it gets the signature of a different one.
        body.toString() || '-',
        Date.now(),
        String(secrets.SANITY_WEBHOOK_SECRET),
      ),
    }),
    '/api/stripe/webhook': async (body) => ({
      'Stripe-Signature': webhooks.generateTestHeaderString({
        payload: body.toString(),
        secret: String(secrets.STRIPE_WEBHOOK_SECRET),
      }),
    }),
    '/api/cron/reconcile': async () => createBearerHeader(String(secrets.CRON_SECRET)),
    '/api/cron/announcements': async () => createBearerHeader(String(secrets.CRON_SECRET)),
    // Each request may delete its account, so each gets a new one.
    '/api/account/delete': async () => createBearerHeader(await createAccessToken()),
  }
  return (path) => credentialsByPath[path] ?? (async () => createBearerHeader(accessToken))
}

/** Stores {@link previewSecret} in the Content Lake while `action` runs. */
async function withPreviewSecret(action: () => Promise<void>): Promise<void> {
  const _id = 'sanity-preview-url-secret.fuzz'
  await contentClient().createOrReplace({ _id, _type: 'sanity.previewUrlSecret', secret: previewSecret })
  try {
    await action()
  } finally {
    await contentClient().delete(_id)
  }
}

test('no fuzzed request causes a server error, leaks a secret or changes a public page', {
  tag: '@nightly',
}, async () => {
  test.setTimeout(Math.max(600_000, rounds * 10_000))
  const site = await startSecondSite({})
  const agent = new Agent({ keepAlive: true, maxSockets: concurrentRequests })
  try {
    const variables = getSiteVariables(testCloud(), { sitePort: 1, distDir: site.folder })
    const secrets = readSecrets(site.folder, variables)
    expect(secrets.length).toBeGreaterThan(8)
    const getCredentials = await createCredentials(variables)
    const random = createRandom(seed)
    const remainingPaths = Array.from({ length: rounds }, () => random.shuffle(fuzzedPaths)).flat()
    const statuses = new Map<number, number>()
    const failures: string[] = []
    const sendRemaining = async () => {
      for (let path = remainingPaths.pop(); path !== undefined; path = remainingPaths.pop()) {
        const call = createFuzzedRequest(random, path)
        if (path.startsWith('/api/') && random.chance(0.5)) {
          call.method = random.pick(['POST', 'POST', 'GET'])
          const credentials = await getCredentials(path)(call.body)
          Object.assign(call.headers, { 'content-type': 'application/json' }, credentials)
        }
        // Uses random client networks, so that no request is rate-limited.
        call.headers['x-forwarded-for'] ??= `198.51.${random.number(256)}.${random.number(256)}`
        const result = await send(site.origin, agent, call)
        statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1)
        const forbidden = enablesDraftMode(path, result) ? secrets.filter(isNotPreviewModeId) : secrets
        const violations = [
          ...(result.status >= 500 ? [result.body.slice(0, 200)] : []),
          ...findViolations(result, forbidden),
        ]
        if (violations.length > 0) {
          const { method, headers, body } = call
          failures.push(
            `${method} ${call.path.slice(0, 200)} → ${result.status}: ${violations.join(', ')}; sent ${JSON.stringify(headers).slice(0, 600)} ${body.subarray(0, 300)}`,
          )
        }
      }
    }
    await withPreviewSecret(async () => {
      await Promise.all(Array.from({ length: concurrentRequests }, sendRemaining))
    })
    expect(failures.slice(0, 20), `seed ${seed}`).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(100)

    for (const { path } of publicPages) {
      const request = { method: 'GET', path, headers: {}, body: Buffer.alloc(0) }
      const result = await send(site.origin, agent, request)
      expect.soft(result.status, path).toBe(200)
      expect.soft(result.headers, path).toMatch(policyPattern)
      expect.soft(result.body, path).not.toMatch(/nonce=|evil\.example|fuzz/)
    }
    const log = readFileSync(join(site.folder, 'site.log'), 'utf8')
    expect(secrets.filter(([, value]) => log.includes(value)).map(([name]) => name)).toEqual([])
    expect(log).not.toMatch(/unhandled|uncaught/i)
  } finally {
    agent.destroy()
    await site.stop()
  }
})
