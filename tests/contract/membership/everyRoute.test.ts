import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateKeyPair, SignJWT } from 'jose'
import {
  addSecondFactor,
  PASSWORD,
  requireSession,
  type Service,
  startService,
} from 'local-cloud/testing/authService'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'

/** The calls of the routes, and their users: each route only records its call here. */
const done: string[] = []
const note = (what: string, id: string | undefined) => done.push(`${what} for ${id ?? 'nobody'}`)

vi.mock('@/lib/membership/context', () => ({ getBilling: () => ({}) }))
vi.mock('@/lib/env', () => ({ environment: () => ({}) }))
/** The used limits, by user. */
const usedUp = new Set<string>()
vi.mock('@/lib/database/rateLimit', () => ({
  enforceRateLimit: async (_: object, { name }: { name: string }, who: string) => {
    if (usedUp.has(`${name} of ${who}`)) throw new RequestProblem(429, 'too_many_requests')
  },
}))
vi.mock('@/lib/membership/mirror/checkSubscription', () => ({
  checkSubscription: async (_: object, { id }: { id: string }) => note('check', id),
}))
vi.mock('@/lib/membership/checkout/checkoutStatus', () => ({
  getCheckoutStatus: async (_: object, _session: string, _sender: string, id?: string) => note('status', id),
}))
vi.mock('@/lib/membership/checkout/checkout', () => ({
  createCheckout: async (_: object, buyer: { user?: { id: string }; email?: string }) => {
    note('checkout', buyer.user?.id ?? buyer.email)
    return { url: 'https://checkout.example/', sessionId: 'cs_1' }
  },
}))
vi.mock('@/lib/membership/portal', () => ({
  portalReturnPaths: ['/', '/account'],
  openPortal: async (_: object, { id }: { id: string }) => void note('portal', id),
}))
vi.mock('@/lib/membership/receipts', () => ({
  listReceipts: async (_: object, { id }: { id: string }) => void note('receipts', id),
}))
vi.mock('@/lib/membership/claims/claim', () => ({
  isProvedByEmail: () => true,
  claimMembership: async (_: object, { user }: { user: { id: string } }) => note('claim', user.id),
}))
vi.mock('@/lib/membership/deleteAccount', () => ({
  deleteAccount: async ({ id }: { id: string }) => note('deletion', id),
}))

type Route = {
  does: string
  body: Record<string, unknown>
  /** Whether the route requires an enrolled second factor. */
  secondFactor: boolean
  /** The limit for each user that the route itself enforces. */
  limit?: string
  /** Whether it also serves visitors without a token. An invalid token is always refused. */
  forGuests?: boolean
}

/** Every route that verifies a token, with a valid body. */
const memberRoutes: Record<string, Route> = {
  'account/delete': { does: 'deletion', body: {}, secondFactor: true, limit: 'account-delete' },
  'check-subscription': {
    does: 'check',
    body: { live: true },
    secondFactor: false,
    limit: 'check-subscription',
  },
  'checkout-status': {
    does: 'status',
    body: { session_id: 'cs_test_1' },
    secondFactor: false,
    forGuests: true,
  },
  claim: {
    does: 'claim',
    body: { password: PASSWORD, claim: 'a-nonce' },
    secondFactor: true,
    limit: 'claim',
  },
  'create-checkout': {
    does: 'checkout',
    body: { offer_version: 'v1', email: 'guest@example.com' },
    secondFactor: true,
    forGuests: true,
  },
  'customer-portal': { does: 'portal', body: {}, secondFactor: true },
  receipts: { does: 'receipts', body: {}, secondFactor: true },
}

/** Routes without sign-in, and their guards. */
const otherRoutes: Record<string, string> = {
  '[...unknown]': 'nothing: it says that there is nothing',
  'auth/sign-in-link': 'mails an account that exists, tells nothing of it, and is limited',
  'auth/sign-up-state': 'tells of an account by a random id only, and is limited',
  'auth/verify': 'a link or code from an email, and is limited for each network and each email',
  'claim/send': 'mails an address that Stripe knows or is told, and is limited',
  'cron/announcements': 'the secret of the scheduler',
  'cron/reconcile': 'the secret of the scheduler',
  'draft-mode/enable':
    'a secret from the Content Lake, of which guesses are limited, or the token of a member of the project',
  'draft-mode/disable': 'nothing: it only ends the draft mode',
  'draft-mode/live': 'the signed cookie of a preview that has not ended',
  health: 'nothing: it tells nothing of anybody',
  'portal-login': 'nothing: it leads to a page of Stripe, and is limited',
  ready:
    'nothing: it tells nothing of anybody, and asks the services once a minute at most, every five seconds while one is away',
  'sanity/webhook': 'a signature',
  'stripe/webhook': 'a signature',
  'studio/sales': 'the token of a member of the Sanity project whose role may edit the offer',
}

const files = globSync('app/api/**/route.{ts,tsx}').toSorted()
const getName = (file: string) => file.replace(/^app\/api\/|\/route\.tsx?$/g, '')

it('every route is in one of the two lists, and those that verify a token in the first', () => {
  expect(files.map(getName)).toEqual([...Object.keys(memberRoutes), ...Object.keys(otherRoutes)].toSorted())
  const looking = files.filter((file) => /\brequire(User|Buyer)\b/.test(readFileSync(file, 'utf8')))
  expect(looking.map(getName)).toEqual(Object.keys(memberRoutes).toSorted())
})

it('every route has a maximum duration', () => {
  const silent = files.filter((file) => !/^export const maxDuration = \d+$/m.test(readFileSync(file, 'utf8')))
  expect(silent).toEqual([])
})

let service: Service
let otherProject: Service

beforeAll(async () => {
  service = await startService({ jwtExpiry: 3600 })
  otherProject = await startService()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
  await otherProject.stop()
})
beforeEach(() => {
  done.length = 0
  usedUp.clear()
})

/** Calls a route as a page does, with another user's id and email in every place that a route could read. */
async function call(
  name: string,
  authorization: string | undefined,
  { otherUser = 'victim', body: more = {} }: { otherUser?: string; body?: object } = {},
) {
  const { POST } = await import(resolve('app/api', name, 'route.ts'))
  const names = { user_id: otherUser, userId: otherUser, id: otherUser, user: { id: otherUser } }
  const response: Response = await POST(
    new Request(`http://localhost:3999/api/${name}?user_id=${otherUser}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-user-id': otherUser,
        cookie: `sb-localhost-auth-token=${otherUser}`,
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({ ...names, ...memberRoutes[name]?.body, ...more }),
    }),
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body: { error?: { code?: string } } | null = await response.json()
  return { status: response.status, code: body?.error?.code }
}

const getToken = async (client: Parameters<typeof requireSession>[0]) =>
  (await requireSession(client)).access_token
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const getClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

type Forgery = {
  /** The status and code of the refusal, by default 401 `bad_jwt`. */
  refusal?: { status: number; code: string }
  /** Makes the token; and, where the rest of the world has to be another one while it is shown, changes that back. */
  make(): Promise<{ token: string; after?: () => void }>
}

const gone = { status: 401, code: 'session_not_found' }

const forgeries: Record<string, Forgery> = {
  'has expired': {
    make: async () => {
      const token = await getToken((await service.user()).client)
      service.advance(3700)
      return { token, after: () => service.advance(-3700) }
    },
  },
  'was changed to another user’s after it was signed': {
    make: async () => {
      const victim = await service.user()
      const [head, , signature] = (await getToken((await service.user()).client)).split('.')
      const claims = getClaims(await getToken(victim.client))
      return { token: `${head}.${part(claims)}.${signature}` }
    },
  },
  'is signed by a stranger who names our key': {
    make: async () => {
      const token = await getToken((await service.user()).client)
      const { keys } = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
      const { privateKey } = await generateKeyPair('ES256')
      const header = { alg: 'ES256', typ: 'JWT', kid: keys[0].kid }
      return { token: await new SignJWT(getClaims(token)).setProtectedHeader(header).sign(privateKey) }
    },
  },
  'says that it needs no signature': {
    make: async () => {
      const claims = getClaims(await getToken((await service.user()).client))
      return { token: `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.AA` }
    },
  },
  'is another project’s': {
    make: async () => ({ token: await getToken((await otherProject.user()).client) }),
  },
  'is a deleted user’s': {
    refusal: gone,
    make: async () => {
      const { client, id } = await service.user()
      const token = await getToken(client)
      await service.admin().auth.admin.deleteUser(id)
      return { token }
    },
  },
  'is a banned user’s': {
    refusal: { status: 403, code: 'user_banned' },
    make: async () => {
      const { client, id } = await service.user()
      const token = await getToken(client)
      await service.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
      return { token }
    },
  },
  'is of a session that was ended': {
    refusal: gone,
    make: async () => {
      const { client, email } = await service.user()
      const token = await getToken(client)
      const elsewhere = service.client()
      await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
      await elsewhere.auth.signOut({ scope: 'global' })
      return { token }
    },
  },
  'is the project’s own publishable key': {
    refusal: { status: 401, code: 'no_authorization' },
    make: async () => ({ token: service.publishableKey }),
  },
  'is the project’s own all-powerful key': {
    refusal: { status: 401, code: 'no_authorization' },
    make: async () => ({ token: service.secretKey }),
  },
}

describe.each(Object.keys(memberRoutes))('/api/%s', (name) => {
  const route = memberRoutes[name]

  it.each(Object.keys(forgeries))('refuses a token that %s', async (title) => {
    const forgery = forgeries[title]
    const { token, after } = (await forgery?.make()) ?? { token: '' }
    try {
      const refusal = forgery?.refusal ?? { status: 401, code: 'bad_jwt' }
      expect(await call(name, `Bearer ${token}`)).toEqual(refusal)
      expect(done).toEqual([])
    } finally {
      after?.()
    }
  })

  it.each(['', 'Bearer', 'Bearer not-a-token', 'Basic YTpi'])('refuses “%s”', async (header) => {
    expect(await call(name, header)).toEqual({ status: 401, code: 'no_authorization' })
    expect(done).toEqual([])
  })

  it(
    route?.forGuests ? 'treats a request without a token as a guest’s' : 'refuses a request without a token',
    async () => {
      const result = await call(name, undefined)
      expect(result.status).toBe(route?.forGuests ? 200 : 401)
      expect(done).toEqual(route?.forGuests ? [`${route.does} for ${route.body.email ?? 'nobody'}`] : [])
    },
  )

  it('acts for the token’s user, whatever else the request names', async () => {
    const [ada, victim] = [await service.user(), await service.user()]
    const result = await call(name, `Bearer ${await getToken(ada.client)}`, {
      otherUser: victim.id,
    })
    expect(result).toEqual({ status: 200, code: undefined })
    expect(done).toEqual([`${route?.does} for ${ada.id}`])
  })

  it(`${route?.secondFactor ? 'requires' : 'does not require'} an enrolled second factor`, async () => {
    const { client, id, email } = await service.user()
    await addSecondFactor(client)
    const weak = service.client()
    await weak.auth.signInWithPassword({ email, password: PASSWORD })
    const result = await call(name, `Bearer ${await getToken(weak)}`)
    expect(result).toEqual(
      route?.secondFactor ? { status: 403, code: 'insufficient_aal' } : { status: 200, code: undefined },
    )
    done.length = 0
    expect(await call(name, `Bearer ${await getToken(client)}`)).toEqual({ status: 200, code: undefined })
    expect(done).toEqual([`${route?.does} for ${id}`])
  })

  it('refuses no user permanently while accounts do not respond', async () => {
    const token = await getToken((await service.user()).client)
    service.faults.push({ status: 503 })
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    expect(await call(name, `Bearer ${token}`)).toEqual({ status: 503, code: 'accounts_unavailable' })
    expect(done).toEqual([])
  })
})

const limited = Object.keys(memberRoutes).filter((name) => memberRoutes[name]?.limit)

it.each(limited)('/api/%s limits a user with too many requests, and no other', async (name) => {
  const { does, limit } = memberRoutes[name] ?? {}
  const [ada, bob] = [await service.user(), await service.user()]
  usedUp.add(`${limit} of ${ada.id}`)
  const refusal = { status: 429, code: 'too_many_requests' }
  expect(await call(name, `Bearer ${await getToken(ada.client)}`)).toEqual(refusal)
  expect(await call(name, `Bearer ${await getToken(bob.client)}`)).toEqual({ status: 200, code: undefined })
  expect(done).toEqual([`${does} for ${bob.id}`])
})

it('/api/create-checkout requires an email of a guest that an account can have', async () => {
  const guest = (email?: string) => call('create-checkout', undefined, { body: { email } })
  expect(await guest()).toEqual({ status: 400, code: 'email_required' })
  for (const email of ['', 'ada', `${'a'.repeat(250)}@example.com`, 'ädä@example.com', 'a..da@example.com'])
    expect(await guest(email)).toEqual({ status: 400, code: 'body_invalid' })
  expect(done).toEqual([])
  expect(await guest(' ada@example.com ')).toEqual({ status: 200, code: undefined })
  expect(done).toEqual(['checkout for ada@example.com'])
})
