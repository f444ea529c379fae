import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { addSecondFactor, PASSWORD, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import { createApiRequest, getRouteName, listRouteFiles } from '../../support/apiRoutes.ts'
import { getToken, setUpAuthService } from './authService.ts'

/** The operations that routes called, each with its user. The stubs below only record their calls. */
const routeCalls: string[] = []
const recordCall = (operation: string, id: string | undefined) =>
  routeCalls.push(`${operation} for ${id ?? 'no user'}`)

vi.mock('@/lib/membership/context', () => ({ getBilling: () => ({}) }))
/** The exceeded limits, each with its user: `limit of id`. */
const exceededLimits = new Set<string>()
vi.mock('@/lib/database/rateLimit', () => ({
  enforceRateLimit: async (_: object, { name }: { name: string }, userId: string) => {
    if (exceededLimits.has(`${name} of ${userId}`)) throw new RequestProblem(429, 'too_many_requests')
  },
}))
vi.mock('@/lib/membership/mirror/checkSubscription', () => ({
  checkSubscription: async (_: object, { id }: { id: string }) => recordCall('check', id),
}))
vi.mock('@/lib/membership/checkout/checkoutStatus', () => ({
  getCheckoutStatus: async (_: object, _session: string, _clientNetworkKey: string, id?: string) =>
    recordCall('status', id),
}))
vi.mock('@/lib/membership/checkout/checkout', () => ({
  createCheckout: async (_: object, buyer: { user?: { id: string }; email?: string }) => {
    recordCall('checkout', buyer.user?.id ?? buyer.email)
    return { url: 'https://checkout.example/', sessionId: 'cs_1' }
  },
}))
vi.mock('@/lib/membership/portal', () => ({
  portalReturnPaths: ['/', '/account'],
  openPortal: async (_: object, { id }: { id: string }) => void recordCall('portal', id),
}))
vi.mock('@/lib/membership/mirror/customers', () => ({
  readPayerName: async (_: object, { id }: { id: string }) => void recordCall('payer', id),
}))
vi.mock('@/lib/membership/ownership', () => ({
  attachPurchase: async (_: object, { id }: { id: string }) => void recordCall('guest purchase', id),
}))
vi.mock('@/lib/membership/deleteAccount', () => ({
  deleteAccount: async ({ id, email }: { id: string; email: string }) => {
    if (email) recordCall('guest purchase', id)
    recordCall('deletion', id)
  },
}))

vi.mock('@/lib/membership/settle', () => ({
  settleChangedEmails: async (_: object, { id }: { id: string }) => recordCall('email', id),
}))

type Route = {
  operation: string
  body?: Record<string, unknown>
  /** Whether a user with a second factor must have signed in with it. */
  requiresAal2?: boolean
  /** Whether the route attaches or ends a guest's purchase made with the user's email. */
  changesGuestPurchase?: boolean
  /** The name of the per-user rate limit, if the route enforces it itself rather than in a function stubbed here. */
  limitName?: string
  /** Whether the route also serves visitors without a token. An invalid token is always refused. */
  servesGuests?: boolean
}

/** Every route that verifies a user's token, with a valid body. */
const authenticatedRoutes: Record<string, Route> = {
  'account/delete': {
    operation: 'deletion',
    requiresAal2: true,
    changesGuestPurchase: true,
    limitName: 'account-delete',
  },
  'account/email': { operation: 'email', limitName: 'account-email' },
  'check-subscription': {
    operation: 'check',
    body: { live: true },
    changesGuestPurchase: true,
    limitName: 'check-subscription',
  },
  'checkout-status': { operation: 'status', body: { session_id: 'cs_test_1' }, servesGuests: true },
  'create-checkout': {
    operation: 'checkout',
    body: { offer_version: 'v1', email: 'guest@example.com' },
    requiresAal2: true,
    changesGuestPurchase: true,
    servesGuests: true,
  },
  'customer-portal': { operation: 'portal', requiresAal2: true, changesGuestPurchase: true },
  payer: { operation: 'payer', requiresAal2: true, changesGuestPurchase: true },
}

/** The routes that verify no user's token, each with its protection. */
const otherRoutes: Record<string, string> = {
  '[...unknown]': 'none: it only responds with 404',
  'auth/common-passwords': 'none: it returns a public list, rendered at build time',
  'auth/sign-in-link': 'rate-limited; the response does not reveal whether there is an account',
  'auth/verify': 'a link or code from an email; attempts are limited per network and per email',
  'cron/announcements': 'the scheduler’s secret',
  'cron/reconcile': 'the scheduler’s secret',
  'draft-mode/enable':
    'a secret from the Content Lake, with limited guesses, or a Sanity project member’s token',
  'draft-mode/disable': 'none: it only ends draft mode',
  'draft-mode/live': 'the signed cookie of a preview that has not ended',
  health: 'none: it returns no personal data',
  'portal-login': 'rate-limited; it writes changed emails to Stripe, then redirects to Stripe’s login page',
  ready:
    'none: it returns no personal data, and requests each service at most once a minute, or every 5 seconds while one is down',
  'sanity/webhook': 'a signature',
  'stripe/webhook': 'a signature',
}

const files = listRouteFiles()

it('authenticatedRoutes and otherRoutes list every API route', () => {
  expect(files.map(getRouteName)).toEqual(
    [...Object.keys(authenticatedRoutes), ...Object.keys(otherRoutes)].toSorted(),
  )
  const verifyingFiles = files.filter((file) => /\brequire(User|Buyer)\b/.test(readFileSync(file, 'utf8')))
  expect(verifyingFiles.map(getRouteName)).toEqual(Object.keys(authenticatedRoutes).toSorted())
})

const service = await setUpAuthService({ jwtExpiry: 3600 })
const otherProject = await startAuthService()
afterAll(() => otherProject.stop())
beforeEach(() => {
  routeCalls.length = 0
  exceededLimits.clear()
})

/** Calls a route as a page does, with another user's id in every place that a route could read it from. */
async function call(
  name: string,
  authorization: string | undefined,
  { otherUser = 'victim', body: extraFields = {} }: { otherUser?: string; body?: object } = {},
) {
  const { POST } = await import(resolve('app/api', name, 'route.ts'))
  const otherUserFields = { user_id: otherUser, userId: otherUser, id: otherUser, user: { id: otherUser } }
  const requestBody = { ...otherUserFields, ...authenticatedRoutes[name]?.body, ...extraFields }
  const response: Response = await POST(
    createApiRequest(`${name}?user_id=${otherUser}`, requestBody, {
      'x-user-id': otherUser,
      cookie: `sb-localhost-auth-token=${otherUser}`,
      ...(authorization === undefined ? {} : { authorization }),
    }),
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body: { error?: { code?: string } } | null = await response.json()
  return { status: response.status, code: body?.error?.code }
}

/** Expects only this call: the user's email is unverified, so no guest's purchase is attached or ended. */
const expectCall = (operation: string, id: string) => expect(routeCalls).toEqual([`${operation} for ${id}`])

/** Creates a user. Returns a valid token. */
const createToken = async () => getToken((await service.createUser()).client)
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const getClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const otherKeys = await generateKeyPair('ES256')

/** Signs a user's claims with a key that is not the project's. */
async function signWithOtherKey(header: object): Promise<string> {
  const token = new SignJWT(getClaims(await createToken()))
  return token.setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header }).sign(otherKeys.privateKey)
}

async function readPublicKey(): Promise<{ kid: string }> {
  const { keys } = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
  return keys[0]
}

/** Functions that create the tokens that every authenticated route refuses, keyed by the reason. */
const rejectedTokens: Record<string, () => Promise<string>> = {
  'has expired': async () => {
    const token = await createToken()
    service.advanceClock(3700)
    onTestFinished(() => service.advanceClock(-3700))
    return token
  },
  'has another user’s claims with the original signature': async () => {
    const [head, , signature] = (await createToken()).split('.')
    return `${head}.${encodePart(getClaims(await createToken()))}.${signature}`
  },
  'is signed with another key, but has the project’s key ID': async () =>
    signWithOtherKey({ kid: (await readPublicKey()).kid }),
  'is signed with another key, which the header contains': async () =>
    signWithOtherKey({ jwk: await exportJWK(otherKeys.publicKey) }),
  'is signed with the public key as an HMAC secret': async () => {
    const publicKey = await readPublicKey()
    const header = encodePart({ alg: 'HS256', typ: 'JWT', kid: publicKey.kid })
    const body = `${header}.${encodePart(getClaims(await createToken()))}`
    const signature = createHmac('sha256', JSON.stringify(publicKey)).update(body).digest('base64url')
    return `${body}.${signature}`
  },
  'claims to need no signature': async () =>
    `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(getClaims(await createToken()))}.AA`,
  'belongs to another project': async () => getToken((await otherProject.createUser()).client),
  'belongs to a deleted user': async () => {
    const { client, id } = await service.createUser()
    const token = await getToken(client)
    await service.createAdminClient().auth.admin.deleteUser(id)
    return token
  },
  'belongs to a banned user': async () => {
    const { client, id } = await service.createUser()
    const token = await getToken(client)
    await service.createAdminClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
    return token
  },
  'belongs to an ended session': async () => {
    const { client, email } = await service.createUser()
    const token = await getToken(client)
    const otherDevice = service.createClient()
    await otherDevice.auth.signInWithPassword({ email, password: PASSWORD })
    await otherDevice.auth.signOut({ scope: 'global' })
    return token
  },
  'is the project’s publishable key': async () => service.publishableKey,
  'is the project’s secret key': async () => service.secretKey,
}

const sessionGone = { status: 401, code: 'session_not_found' }
const noUserToken = { status: 401, code: 'no_authorization' }

/** The refusals other than 401 `bad_jwt`, keyed as in `rejectedTokens`. */
const refusals: Record<string, { status: number; code: string }> = {
  'belongs to a deleted user': sessionGone,
  'belongs to a banned user': { status: 403, code: 'user_banned' },
  'belongs to an ended session': sessionGone,
  'is the project’s publishable key': noUserToken,
  'is the project’s secret key': noUserToken,
}

const routeNames = Object.keys(authenticatedRoutes)

for (const [title, createRejected] of Object.entries(rejectedTokens))
  it(`every authenticated route refuses a token that ${title}`, async () => {
    const token = await createRejected()
    const refusal = refusals[title] ?? { status: 401, code: 'bad_jwt' }
    for (const name of routeNames) expect(await call(name, `Bearer ${token}`), name).toEqual(refusal)
    expect(routeCalls).toEqual([])
  })

for (const header of ['', 'Bearer', 'Bearer not-a-token', 'Basic YTpi'])
  it(`every authenticated route refuses the Authorization header “${header}”`, async () => {
    for (const name of routeNames) expect(await call(name, header), name).toEqual(noUserToken)
    expect(routeCalls).toEqual([])
  })

it('every authenticated route responds with 503 while Supabase Auth is unavailable', async () => {
  const token = await createToken()
  const statuses = [500, 502, 503, 504, 429]
  for (const [index, name] of routeNames.entries()) {
    service.faults.push({ status: statuses[index % statuses.length] })
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    const outage = { status: 503, code: 'accounts_unavailable' }
    expect(await call(name, `Bearer ${token}`), name).toEqual(outage)
  }
  expect(routeCalls).toEqual([])
})

const accepted = { status: 200, code: undefined }

describe.each(Object.entries(authenticatedRoutes))('/api/%s', (name, route) => {
  const { operation, body, requiresAal2, changesGuestPurchase, limitName, servesGuests } = route

  it(`treats a request without a token as ${servesGuests ? 'a guest’s' : 'invalid'}`, async () => {
    const result = await call(name, undefined)
    expect(result.status).toBe(servesGuests ? 200 : 401)
    expect(routeCalls).toEqual(servesGuests ? [`${operation} for ${body?.email ?? 'no user'}`] : [])
  })

  it('acts for the token’s user, even when the request contains another user’s id', async () => {
    const [ada, victim] = [await service.createUser(), await service.createUser()]
    const token = await getToken(ada.client)
    expect(await call(name, `Bearer ${token}`, { otherUser: victim.id })).toEqual(accepted)
    expectCall(operation, ada.id)
  })

  it(`changes ${changesGuestPurchase ? 'a' : 'no'} guest’s purchase made with the user’s verified email`, async () => {
    const { client, id, email } = await service.createUser()
    const { admin } = service.createAdminClient().auth
    await admin.updateUserById(id, { app_metadata: { verified_email: email } })
    await call(name, `Bearer ${await getToken(client)}`)
    const operations = [...(changesGuestPurchase ? ['guest purchase'] : []), operation]
    expect(routeCalls).toEqual(operations.map((expected) => `${expected} for ${id}`))
  })

  it(`${requiresAal2 ? 'refuses' : 'accepts'} a session without the user’s second factor`, async () => {
    const { client, id, email } = await service.createUser()
    await addSecondFactor(client)
    const passwordOnlyClient = service.createClient()
    await passwordOnlyClient.auth.signInWithPassword({ email, password: PASSWORD })
    const result = await call(name, `Bearer ${await getToken(passwordOnlyClient)}`)
    expect(result).toEqual(requiresAal2 ? { status: 403, code: 'insufficient_aal' } : accepted)
    routeCalls.length = 0
    expect(await call(name, `Bearer ${await getToken(client)}`)).toEqual(accepted)
    expectCall(operation, id)
  })

  if (!limitName) return
  it('refuses a user after too many requests, but no other user', async () => {
    const [ada, bob] = [await service.createUser(), await service.createUser()]
    exceededLimits.add(`${limitName} of ${ada.id}`)
    const refusal = { status: 429, code: 'too_many_requests' }
    expect(await call(name, `Bearer ${await getToken(ada.client)}`)).toEqual(refusal)
    expect(await call(name, `Bearer ${await getToken(bob.client)}`)).toEqual(accepted)
    expectCall(operation, bob.id)
  })
})

it('/api/create-checkout requires a guest’s email to be valid for an account', async () => {
  const checkOutAsGuest = (email?: string) => call('create-checkout', undefined, { body: { email } })
  expect(await checkOutAsGuest()).toEqual({ status: 400, code: 'email_required' })
  for (const email of ['', 'ada', `${'a'.repeat(250)}@example.com`, 'ädä@example.com', 'a..da@example.com'])
    expect(await checkOutAsGuest(email)).toEqual({ status: 400, code: 'body_invalid' })
  expect(routeCalls).toEqual([])
  expect(await checkOutAsGuest(' ada@example.com ')).toEqual(accepted)
  expect(routeCalls).toEqual(['checkout for ada@example.com'])
})
