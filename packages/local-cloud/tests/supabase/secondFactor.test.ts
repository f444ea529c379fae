import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeAuthenticatorCode } from '../../testing/authenticator.ts'
import { type AuthService, PASSWORD, requireSession, startAuthService } from '../../testing/authService.ts'

let service: AuthService
/** The offset of the service's clock from the machine's clock. */
let clockOffsetSeconds = 0

beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({
    mailFactorEnrolled: false,
    mailFactorUnenrolled: false,
  })
})

function advance(seconds: number): void {
  clockOffsetSeconds += seconds
  service.advanceClock(seconds)
}

const generateCode = (secret: string) => computeAuthenticatorCode(secret, clockOffsetSeconds)

async function enroll(client: SupabaseClient, friendlyName = 'phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, totp: data.totp }
}

async function createUserWithFactor() {
  const user = await service.createUser()
  const factor = await enroll(user.client)
  const { error } = await user.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: generateCode(factor.totp.secret),
  })
  if (error) throw error
  return { ...user, factor }
}

describe('a second factor', () => {
  test('is enrolled with a secret, its URI and its QR code', async () => {
    const { client, email } = await service.createUser()
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

  test('raises the session to AAL2, and ends the user’s AAL1 sessions', async () => {
    const { client, email } = await service.createUser()
    const otherClient = service.createClient()
    await otherClient.auth.signInWithPassword({ email, password: PASSWORD })
    const initialSession = await requireSession(client)
    const { id, totp } = await enroll(client)
    const challenge = await client.auth.mfa.challenge({ factorId: id })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    expect(challenge.data?.expires_at).toBeGreaterThan(Date.now() / 1000)
    const { data, error } = await client.auth.mfa.verify({
      factorId: id,
      challengeId: challenge.data?.id ?? '',
      code: generateCode(totp.secret),
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
    expect((await otherClient.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const refreshed = await client.auth.refreshSession()
    expect((await client.auth.getClaims(refreshed.data.session?.access_token)).data?.claims.aal).toBe('aal2')
    advance(11)
    const withOldToken = await service.sendRequest('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: initialSession.refresh_token },
    })
    expect(withOldToken).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
  })

  test('prevents an AAL1 session from changing the password, email or factors', async () => {
    const { email, factor } = await createUserWithFactor()
    const client = service.createClient()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const denied = { status: 401, code: 'insufficient_aal' }
    expect((await client.auth.updateUser({ password: 'something new' })).error).toMatchObject(denied)
    expect((await client.auth.updateUser({ email: 'someone.else@example.com' })).error).toMatchObject(denied)
    expect((await client.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull()
    const enrollment = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'another' })
    expect(enrollment.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const removal = await client.auth.mfa.unenroll({ factorId: factor.id })
    expect(removal.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  })

  test('rejects wrong codes, and a challenge that was already verified', async () => {
    const { client } = await service.createUser()
    const { id, totp } = await enroll(client)
    const challengeId = (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
    const code = generateCode(totp.secret)
    const wrongCode = code === '123456' ? '654321' : '123456'
    const withWrongCode = await client.auth.mfa.verify({ factorId: id, challengeId, code: wrongCode })
    expect(withWrongCode.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await client.auth.mfa.verify({ factorId: id, challengeId, code })).error).toBeNull()
    const repeated = await client.auth.mfa.verify({ factorId: id, challengeId, code })
    expect(repeated.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    const unknownChallenge = await client.auth.mfa.verify({
      factorId: id,
      challengeId: crypto.randomUUID(),
      code,
    })
    expect(unknownChallenge.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
    const { access_token: token } = await requireSession(client)
    const withEmptyCode = await service.sendRequest('POST', `/auth/v1/factors/${id}/verify`, {
      token,
      body: { challenge_id: challengeId, code: '' },
    })
    expect(withEmptyCode).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('is not found (404) with another user’s session or a malformed id', async () => {
    const { factor } = await createUserWithFactor()
    const { client } = await service.createUser()
    const foreign = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const malformed = await client.auth.mfa.challenge({ factorId: 'nonsense' })
    expect(malformed.error).toMatchObject({ status: 404, code: 'validation_failed' })
  })
})
