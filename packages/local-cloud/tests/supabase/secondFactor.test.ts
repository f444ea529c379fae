import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode } from '../../testing/authenticator.ts'
import { PASSWORD, requireSession, type Service, startService } from '../../testing/authService.ts'

let service: Service
let ahead = 0

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({
    mailFactorEnrolled: false,
    mailFactorUnenrolled: false,
  })
})

function advance(seconds: number): void {
  ahead += seconds
  service.advance(seconds)
}

const authenticator = (secret: string) => authenticatorCode(secret, ahead)

async function enroll(client: SupabaseClient, friendlyName = 'phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, totp: data.totp }
}

async function protectedUser() {
  const member = await service.user()
  const factor = await enroll(member.client)
  const { error } = await member.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: authenticator(factor.totp.secret),
  })
  if (error) throw error
  return { ...member, factor }
}

describe('a second factor', () => {
  test('enroll returns a secret, its URI and its QR code', async () => {
    const { client, email } = await service.user()
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'phone',
      issuer: 'Sound',
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'phone' })
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    const uri = new URL(data?.totp.uri ?? '')
    expect(uri.host + decodeURIComponent(uri.pathname)).toBe(`totp/Sound:${email}`)
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret)
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.all).toEqual([expect.objectContaining({ id: data?.id, status: 'unverified' })])
    expect(JSON.stringify(factors)).not.toContain(data?.totp.secret)
  })

  test('verifying and removing a factor sends notices where the settings enable them', async () => {
    const kinds = (to: string) => service.inbox.list({ to }).map(({ kind }) => kind)
    const silent = await protectedUser()
    expect(kinds(silent.email)).toEqual([])
    service.configure({ mailFactorEnrolled: true, mailFactorUnenrolled: true })
    const { client, email, factor } = await protectedUser()
    expect(kinds(email)).toEqual(['mfa_factor_enrolled_notification'])
    const code = authenticator(factor.totp.secret)
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(kinds(email)).toEqual(['mfa_factor_enrolled_notification'])
    await client.auth.mfa.unenroll({ factorId: factor.id })
    expect(kinds(email)).toEqual(['mfa_factor_unenrolled_notification', 'mfa_factor_enrolled_notification'])
  })

  test('verify raises the session to assurance level 2, and ends sessions of level 1', async () => {
    const { client, email } = await service.user()
    const elsewhere = service.client()
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
    const before = await requireSession(client)
    const { id, totp } = await enroll(client)
    const challenge = await client.auth.mfa.challenge({ factorId: id })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    expect(challenge.data?.expires_at).toBeGreaterThan(Date.now() / 1000)
    const { data, error } = await client.auth.mfa.verify({
      factorId: id,
      challengeId: challenge.data?.id ?? '',
      code: authenticator(totp.secret),
    })
    expect(error).toBeNull()
    expect(data?.access_token).toBeTruthy()
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ aal: 'aal2' })
    expect(claims?.amr).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'totp' }),
        expect.objectContaining({ method: 'password' }),
      ]),
    )
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const refreshed = await client.auth.refreshSession()
    expect((await client.auth.getClaims(refreshed.data.session?.access_token)).data?.claims.aal).toBe('aal2')
    advance(11)
    const old = await service.call('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: before.refresh_token },
    })
    expect(old).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
  })

  test('a new sign-in has level 1, and level 2 as the next', async () => {
    const { email } = await protectedUser()
    const client = service.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })

  test('level 1 may change neither password, email nor factors', async () => {
    const { email, factor } = await protectedUser()
    const client = service.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const denied = { status: 401, code: 'insufficient_aal' }
    expect((await client.auth.updateUser({ password: 'something new' })).error).toMatchObject(denied)
    expect((await client.auth.updateUser({ email: 'someone.else@example.com' })).error).toMatchObject(denied)
    expect((await client.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull()
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'another' })
    expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const removal = await client.auth.mfa.unenroll({ factorId: factor.id })
    expect(removal.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  })

  test('verify refuses wrong codes, and a challenge that was verified before', async () => {
    const { client } = await service.user()
    const { id, totp } = await enroll(client)
    const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
    const right = authenticator(totp.secret)
    const wrong = right === '123456' ? '654321' : '123456'
    const failed = await client.auth.mfa.verify({ factorId: id, challengeId, code: wrong })
    expect(failed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await client.auth.mfa.verify({ factorId: id, challengeId, code: right })).error).toBeNull()
    const again = await client.auth.mfa.verify({ factorId: id, challengeId, code: right })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    const unknown = await client.auth.mfa.verify({
      factorId: id,
      challengeId: crypto.randomUUID(),
      code: right,
    })
    expect(unknown.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
    const { access_token: token } = await requireSession(client)
    const empty = await service.call('POST', `/auth/v1/factors/${id}/verify`, {
      token,
      body: { challenge_id: challengeId, code: '' },
    })
    expect(empty).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('a challenge expires', async () => {
    const { client } = await service.user()
    const { id, totp } = await enroll(client)
    const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
    advance(301)
    const { error } = await client.auth.mfa.verify({
      factorId: id,
      challengeId,
      code: authenticator(totp.secret),
    })
    expect(error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  })

  test('names of factors are unique, and a user has at most ten', async () => {
    const { client } = await service.user()
    await enroll(client, 'phone')
    const same = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    expect(same.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    for (let number = 2; number <= 10; number += 1) await enroll(client, `phone ${number}`)
    const more = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' })
    expect(more.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('removing a factor lowers the session to level 1', async () => {
    const { client, factor } = await protectedUser()
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    const { data } = await client.auth.refreshSession()
    expect((await client.auth.getClaims(data.session?.access_token)).data?.claims.aal).toBe('aal1')
  })

  test('the factor of another user is refused', async () => {
    const { factor } = await protectedUser()
    const { client } = await service.user()
    const foreign = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const nonsense = await client.auth.mfa.challenge({ factorId: 'nonsense' })
    expect(nonsense.error).toMatchObject({ status: 404, code: 'validation_failed' })
  })

  test('a phone factor is refused', async () => {
    const { client } = await service.user()
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15551234567' })
    expect(phone.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('verify accepts thirty attempts at once', async () => {
    const { client } = await service.user()
    const { id } = await enroll(client)
    service.configure({ rateLimits: true })
    const codes = []
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: '000000' })
      codes.push(error?.code)
    }
    service.configure({ rateLimits: false })
    expect(codes.at(-1)).toBe('over_request_rate_limit')
  })
})
