import type { Caller } from './access.ts'
import type { Body } from './body.ts'
import type { Auth } from './context.ts'
import { qrSvg } from './crypto/qrCode.ts'
import { totpSecret, totpUri } from './crypto/totp.ts'
import { AuthError, invalid } from './errors.ts'
import { createTotpFactor, deleteAbandonedFactors } from './store/factors.ts'
import { findUser } from './store/users.ts'
import { transact } from './transact.ts'

/** Unverified factors that nobody tried are forgotten after this many seconds. */
const ABANDONED = 300

function qrCode(uri: string): string {
  try {
    return qrSvg(uri)
  } catch (error) {
    if (error instanceof RangeError) throw invalid('issuer is too long')
    throw error
  }
}

/** Enrolls a TOTP factor: its secret, as text, address and QR code, shown once. Throws AuthErrors. */
export async function enrollTotp(auth: Auth, caller: Caller, body: Body): Promise<Record<string, unknown>> {
  const type = body.text('factor_type')
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  if (!auth.config().totpEnroll) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
  const friendlyName = body.text('friendly_name')
  const issuer = body.text('issuer') || new URL(auth.config().siteUrl).host
  const secret = totpSecret()
  const uri = totpUri(issuer, caller.user.email ?? '', secret)
  const qr = qrCode(uri)
  const factor = await transact(auth, async (tx) => {
    await deleteAbandonedFactors(tx.sql, ABANDONED, tx.now)
    const factors = (await findUser(tx.sql, caller.user.id, true))?.factors ?? []
    if (factors.some((existing) => (existing.friendly_name ?? '') === friendlyName)) {
      const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
      throw new AuthError(422, 'mfa_factor_name_conflict', message)
    }
    if (factors.length >= auth.config().maxFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
    }
    const verified = factors.some((existing) => existing.status === 'verified')
    if (verified && caller.session.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    return createTotpFactor(tx.sql, caller.user.id, { friendlyName, secret }, tx.now)
  })
  return { id: factor.id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qr, secret, uri } }
}
