import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { describe, expect, it } from 'vitest'
import { requireSignature } from './webhookSignature'

const secret = 's'.repeat(24)
const body = '{"_id":"homePage","_type":"homePage"}'
const now = Date.UTC(2026, 10, 23)

async function requireAndCatch(signedAt: number, { key = secret, payload = body } = {}): Promise<unknown> {
  const headers = new Headers({ [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, signedAt, key) })
  return requireSignature(headers, payload, secret, now).then(
    () => 'accepted',
    (error: unknown) => error,
  )
}

describe('requireSignature', () => {
  it('accepts a delivery signed less than 35 minutes before or after now', async () => {
    for (const ageMs of [0, 90_000, 30 * 60_000, 2_099_000, -2_099_000])
      expect(await requireAndCatch(now - ageMs)).toBe('accepted')
  })

  it('rejects a delivery signed more than 35 minutes before or after now', async () => {
    for (const ageMs of [2_101_000, 86_400_000, -2_101_000]) {
      expect(await requireAndCatch(now - ageMs)).toMatchObject({ status: 401, code: 'signature_expired' })
    }
  })

  it('rejects a wrong secret, a changed body and a missing signature', async () => {
    expect(await requireAndCatch(now, { key: 'guessed' })).toMatchObject({ code: 'signature_invalid' })
    expect(await requireAndCatch(now, { payload: `${body} ` })).toMatchObject({ code: 'signature_invalid' })
    await expect(requireSignature(new Headers(), body, secret, now)).rejects.toMatchObject({
      code: 'signature_missing',
    })
  })
})
