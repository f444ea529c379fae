import { newEmail, startDatabase } from 'local-cloud/testing/authService'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { EmailProof } from '@/lib/auth/server/verifyEmail'
import { type Database, openDatabase } from '@/lib/database/database'
import { rateLimitKey } from '@/lib/database/rateLimit'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'
import { createApiRequest } from '../../support/apiRoutes.ts'
import { getToken, setUpAuthService } from './authService.ts'

// Next's `after` works only during a request to Next.
vi.mock('next/server', () => ({ after: () => {} }))

const strangerPassword = 'what the stranger typed'
const ownerPassword = 'what the owner typed'

const proofType = z.enum(['signup', 'magiclink', 'recovery', 'invite', 'email_change'])

const service = await setUpAuthService()
const postgres = await startDatabase()
await migrateDatabase(postgres.url)
/** The site's database; undefined on a site without payments. */
let database: Database | undefined = openDatabase(postgres.url)
vi.doMock('@/lib/membership/context', () => ({
  getBillingIfConfigured: async () => database && { database },
}))
const site = {
  ...(await import('@/lib/auth/server/verifyEmail')),
  ...(await import('@/lib/auth/server/requireUser')),
  ...(await import('@/app/api/auth/verify/route')),
}
afterEach(() => {
  service.faults.length = 0
})
afterAll(async () => {
  await database?.close()
  await postgres.close()
})

async function signUp(email: string, password: string): Promise<void> {
  const { error } = await service.createClient().auth.signUp({ email, password })
  if (error) throw error
}

/** Signs up as a stranger with an email whose owner has no account yet. Returns the email. */
async function signUpAsStranger(): Promise<string> {
  const email = newEmail()
  await signUp(email, strangerPassword)
  return email
}

const canSignIn = async (email: string, password: string) => {
  const { data } = await service.createClient().auth.signInWithPassword({ email, password })
  return data.session !== null
}

const getLinkProof = (email: string): EmailProof => {
  const { details } = service.readLatestMail(email)
  return { token_hash: String(details?.tokenHash), type: proofType.parse(details?.type) }
}

const getCodeProof = (email: string, type: 'email' | 'signup' = 'email') => ({
  email,
  token: service.readCode(email),
  type,
})

const requestSignInLink = (email: string) =>
  service.createClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })

/** The proofs that can confirm an account, each with a function that sends its email and returns the proof. */
const proofSources: Record<string, (email: string) => Promise<EmailProof>> = {
  'a sign-up link': async (email) => {
    await signUp(email, ownerPassword)
    return getLinkProof(email)
  },
  'a sign-up code': async (email) => {
    await signUp(email, ownerPassword)
    return getCodeProof(email, 'signup')
  },
  'a sign-in link': async (email) => {
    await requestSignInLink(email)
    return getLinkProof(email)
  },
  'a sign-in code': async (email) => {
    await requestSignInLink(email)
    return getCodeProof(email)
  },
  'a password reset link': async (email) => {
    await service.createClient().auth.resetPasswordForEmail(email)
    return getLinkProof(email)
  },
  'an invitation': async (email) => {
    await service.createAdminClient().auth.admin.inviteUserByEmail(email)
    return getLinkProof(email)
  },
}

it.each(Object.entries(proofSources))(
  '%s replaces the password of a stranger who signed up first, and requires a new one',
  async (_, requestProof) => {
    const email = await signUpAsStranger()
    const session = await site.verifyEmail(await requestProof(email))
    expect(session.password_needed).toBe(true)
    expect(await canSignIn(email, strangerPassword)).toBe(false)
    const ownerClient = service.createClient()
    expect((await ownerClient.auth.setSession(session)).error).toBeNull()
    expect((await ownerClient.auth.updateUser({ password: ownerPassword })).error).toBeNull()
    expect(await canSignIn(email, ownerPassword)).toBe(true)
  },
)

it('ends a session that a stranger starts with the old password during the confirmation', async () => {
  const email = await signUpAsStranger()
  const proof = getLinkProof(email)
  const intruderClient = service.createClient()
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    const response = await fetch(...request)
    const { error } = await intruderClient.auth.signInWithPassword({ email, password: strangerPassword })
    expect(error).toBeNull()
    return response
  })
  await site.verifyEmail(proof)
  const token = await getToken(intruderClient)
  expect((await service.sendRequest('GET', '/auth/v1/user', { token })).status).toBe(403)
  expect((await intruderClient.auth.refreshSession()).error).not.toBeNull()
})

/** Whether the site treats a client's signed-in user as the owner of the email. */
const isEmailOwner = async (client: Parameters<typeof getToken>[0]) => {
  const headers = { authorization: `Bearer ${await getToken(client)}` }
  return (await site.requireUser(new Request('http://localhost:3999/api', { headers }))).isEmailOwner
}

/** Signs in with the latest link that was sent to an email. */
async function openLink(email: string) {
  const client = service.createClient()
  const session = await site.verifyEmail(getLinkProof(email))
  expect((await client.auth.setSession(session)).error).toBeNull()
  return { client, isPasswordNeeded: session.password_needed }
}

/** Signs up and in with a confirmed account whose email's owner has never opened a link. */
async function signInUnproven(email: string) {
  const client = service.createClient()
  const { data } = await client.auth.signUp({ email, password: strangerPassword })
  await service.createAdminClient().auth.admin.updateUserById(String(data.user?.id), { email_confirm: true })
  await client.auth.signInWithPassword({ email, password: strangerPassword })
  return client
}

it('an account confirmed elsewhere does not own its email until the email’s owner opens a link', async () => {
  const email = newEmail()
  const stranger = await signInUnproven(email)
  const changedPassword = 'what the stranger typed later'
  // Users can write to `user_metadata`, which the site ignores.
  await stranger.auth.updateUser({ password: changedPassword, data: { verified_email: email } })
  expect(await isEmailOwner(stranger)).toBe(false)
  await requestSignInLink(email)
  const owner = await openLink(email)
  expect(owner.isPasswordNeeded).toBe(true)
  expect(await isEmailOwner(owner.client)).toBe(true)
  expect(await canSignIn(email, changedPassword)).toBe(false)
  expect((await stranger.auth.refreshSession()).error).not.toBeNull()
})

describe('an email change', () => {
  /** Opens the latest link of an email change, as the site's page does. */
  const openChangeLink = async (recipient: string, current: string, changed: string, token?: string) => {
    const { tokenHash, code } = service.readLatestMail(recipient).details ?? {}
    const proof = { token_hash: String(tokenHash), token: token ?? String(code), email: current }
    return site.verifyEmailChange({ ...proof, new_email: changed, type: 'email_change' })
  }

  const startChange = async () => {
    const [email, changedEmail] = [await signUpAsStranger(), newEmail()]
    const { client } = await openLink(email)
    await client.auth.updateUser({ password: ownerPassword })
    await client.auth.updateUser({ email: changedEmail })
    return { email, changedEmail }
  }

  /** Opens a sign-in link, and returns whether the user has to choose a password. */
  const needsPassword = async (email: string) => {
    await requestSignInLink(email)
    return (await openLink(email)).isPasswordNeeded
  }

  it.each(['current', 'new'])(
    'retains the password if the %s email’s link is opened first',
    async (first) => {
      const { email, changedEmail } = await startChange()
      const recipients = first === 'new' ? [changedEmail, email] : [email, changedEmail]
      const opened = [] as Awaited<ReturnType<typeof openChangeLink>>[]
      for (const recipient of recipients) opened.push(await openChangeLink(recipient, email, changedEmail))
      expect(opened).toEqual([undefined, expect.objectContaining({ password_needed: false })])
      expect(await needsPassword(changedEmail)).toBe(false)
      expect(await canSignIn(changedEmail, ownerPassword)).toBe(true)
    },
  )

  it('leaves the current email’s owner unchanged until the second link is opened', async () => {
    const { email, changedEmail } = await startChange()
    await openChangeLink(changedEmail, email, changedEmail)
    expect(await needsPassword(email)).toBe(false)
  })

  it('does not prove ownership of the new email if its code was guessed at the account service', async () => {
    const { email, changedEmail } = await startChange()
    const code = { email: changedEmail, token: service.readCode(changedEmail), type: 'email_change' } as const
    expect((await service.createClient().auth.verifyOtp(code)).error).toBeNull()
    // The link sent to the current email, with the new email's code.
    const session = await openChangeLink(email, email, changedEmail, code.token)
    expect(session?.access_token).toEqual(expect.any(String))
    expect(await needsPassword(changedEmail)).toBe(true)
    expect(await canSignIn(changedEmail, ownerPassword)).toBe(false)
  })

  it('does not prove ownership of the new email for an account that never owned its current one', async () => {
    const [email, changedEmail] = [newEmail(), newEmail()]
    const stranger = await signInUnproven(email)
    await stranger.auth.updateUser({ email: changedEmail })
    for (const recipient of [changedEmail, email]) await openChangeLink(recipient, email, changedEmail)
    expect(await needsPassword(changedEmail)).toBe(true)
    expect(await canSignIn(changedEmail, strangerPassword)).toBe(false)
  })
})

it('saves a password typed before the code, and sends no email about a changed password', async () => {
  const email = await signUpAsStranger()
  const code = { ...getCodeProof(email, 'signup'), password: ownerPassword }
  expect((await site.verifyEmail(code)).password_needed).toBe(false)
  expect(await canSignIn(email, ownerPassword)).toBe(true)
  expect(await canSignIn(email, strangerPassword)).toBe(false)
  expect(service.readLatestMail(email).kind).toBe('confirmation')
})

it('requires another password if the account service refuses the typed one', async () => {
  const email = await signUpAsStranger()
  const code = { ...getCodeProof(email, 'signup'), password: 'short' }
  expect((await site.verifyEmail(code)).password_needed).toBe(true)
  expect(await canSignIn(email, strangerPassword)).toBe(false)
})

it('retains a password that the owner chose after the confirmation', async () => {
  const email = await signUpAsStranger()
  const { client } = await openLink(email)
  expect((await client.auth.updateUser({ password: ownerPassword })).error).toBeNull()
  expect(await isEmailOwner(client)).toBe(true)
  await requestSignInLink(email)
  expect((await site.verifyEmail(getLinkProof(email))).password_needed).toBe(false)
  expect(await canSignIn(email, ownerPassword)).toBe(true)
})

it('returns no session if the password cannot be replaced; the next link replaces it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const email = await signUpAsStranger()
  const proof = getLinkProof(email)
  // The verification succeeds; then the service is down for every attempt to replace the password.
  service.faults.push({}, { status: 503 }, { status: 503 }, { status: 503 })
  await expect(site.verifyEmail(proof)).rejects.toMatchObject({ status: 503, code: 'accounts_unavailable' })
  const strangerClient = service.createClient()
  await strangerClient.auth.signInWithPassword({ email, password: strangerPassword })
  await requestSignInLink(email)
  expect((await site.verifyEmail(getLinkProof(email))).password_needed).toBe(true)
  expect(await canSignIn(email, strangerPassword)).toBe(false)
  expect((await strangerClient.auth.refreshSession()).error).not.toBeNull()
})

describe('POST /api/auth/verify', () => {
  const createRequest = (body: object, ip: string) =>
    createApiRequest('auth/verify', body, { 'x-forwarded-for': ip })

  const postProof = async (body: object, ip = '203.0.113.7') => {
    const response = await site.POST(createRequest(body, ip))
    return { status: response.status, body: await response.json() }
  }

  /** Sets the number of requests that a rate limit has counted for a subject. The count must already exist. */
  const setCount = (limit: string, subject: string, count: number) =>
    database?.sql('update rate_limits set count = $2 where key = $1', [rateLimitKey(limit, subject), count])

  it('returns a session’s tokens', async () => {
    const email = newEmail()
    await signUp(email, ownerPassword)
    const tokens = { access_token: expect.any(String), refresh_token: expect.any(String) }
    const body = { ...tokens, password_needed: true }
    expect(await postProof(getLinkProof(email))).toEqual({ status: 200, body })
  })

  it('returns the account service’s status and code for a refused proof', async () => {
    const expired = { status: 403, body: { error: { code: 'otp_expired' } } }
    expect(await postProof({ token_hash: 'abc', type: 'signup' })).toEqual(expired)
    expect(await postProof({ email: newEmail(), token: '123456', type: 'email' })).toEqual(expired)
  })

  const tooManyRequests = { status: 429, body: { error: { code: 'too_many_requests' } } }
  const wrongCode = { token: '000000', type: 'email' }

  it('refuses an eleventh code for an email from one IPv6 network, but not from another', async () => {
    const { email } = await service.createUser()
    await requestSignInLink(email)
    for (let device = 1; device <= 10; device += 1)
      expect((await postProof({ email, ...wrongCode }, `2001:db8:1:1::${device}`)).status).toBe(403)
    const validCode = { ...getCodeProof(email), email: email.toUpperCase() }
    expect(await postProof(validCode, '2001:db8:1:1::ffff')).toEqual(tooManyRequests)
    expect((await postProof(validCode, '2001:db8:1:2::1')).status).toBe(200)
  })

  it('refuses codes for an email after 200 attempts from all networks, but accepts its link', async () => {
    const { email } = await service.createUser()
    await requestSignInLink(email)
    expect((await postProof({ email, ...wrongCode }, '198.51.100.1')).status).toBe(403)
    await setCount('verify-email', email, 199)
    expect((await postProof({ email, ...wrongCode }, '198.51.100.2')).status).toBe(403)
    const otherIp = '192.0.2.1'
    expect(await postProof(getCodeProof(email), otherIp)).toEqual(tooManyRequests)
    expect((await postProof(getLinkProof(email), otherIp)).status).toBe(200)
  })

  it('refuses links from a network that has tried 300, but not from another network', async () => {
    const { clientNetworkKey } = await import('@/lib/api/clientNetwork')
    const guess = { token_hash: 'guess', type: 'email' }
    expect((await postProof(guess, '2001:db8:2:1::1')).status).toBe(403)
    await setCount('verify-sender', clientNetworkKey(createRequest(guess, '2001:db8:2:1::1')), 299)
    expect((await postProof(guess, '2001:db8:2:1::2')).status).toBe(403)
    const { email } = await service.createUser()
    await requestSignInLink(email)
    expect(await postProof(getLinkProof(email), '2001:db8:2:1::ffff')).toEqual(tooManyRequests)
    expect((await postProof(getLinkProof(email), '2001:db8:2:2::1')).status).toBe(200)
  })

  it('without a database to count attempts, accepts links but no codes', async () => {
    const { email } = await service.createUser()
    await requestSignInLink(email)
    const siteDatabase = database
    database = undefined
    try {
      const unavailable = { status: 503, body: { error: { code: 'accounts_unavailable' } } }
      expect(await postProof(getCodeProof(email))).toEqual(unavailable)
      expect((await postProof(getLinkProof(email))).status).toBe(200)
    } finally {
      database = siteDatabase
    }
  })

  it.each([
    { token_hash: 'abc', type: 'email_change' },
    { email: 'ada@example.com', token: '123456', type: 'email_change' },
    { token_hash: 'a b', type: 'signup' },
    { email: 'ada@example.com', token: 'abc', type: 'email' },
  ])('rejects %o', async (body) => {
    expect(await postProof(body)).toEqual({ status: 400, body: { error: { code: 'body_invalid' } } })
  })
})
