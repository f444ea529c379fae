import { toString as drawQrCode } from 'qrcode'
import type { Caller } from './access.ts'
import type { Body } from './body.ts'
import type { Auth } from './context.ts'
import { buildTotpUri, createTotpSecret } from './crypto/totp.ts'
import { AuthError, invalid } from './errors.ts'
import { createTotpFactor } from './store/factors.ts'
import { countVerifiedFactors, findUser } from './store/users.ts'
import { transact } from './transact.ts'

/** A hosted project's maximum number of factors per user. */
const maxFactors = 10

/**
 * Enrolls a TOTP factor. Resolves to the response, the only one that contains the secret (as base32, URI and QR code).
 * Throws an AuthError if the factor cannot be enrolled.
 */
export async function enrollTotp(auth: Auth, caller: Caller, body: Body): Promise<Record<string, unknown>> {
  if (body.text('factor_type') !== 'totp') throw invalid('factor_type needs to be totp')
  const friendlyName = body.text('friendly_name')
  const issuer = body.text('issuer') || new URL(auth.config().siteUrl).host
  const secret = createTotpSecret()
  const uri = buildTotpUri(issuer, caller.user.email ?? '', secret)
  const qrCode = await drawQrCode(uri, { type: 'svg' })
  // Clients build a data URL from the SVG, in which a "#" would start the fragment.
  const svg = qrCode.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black')
  const factor = await transact(auth, async (tx) => {
    // The lock prevents concurrent enrollments from exceeding the limit.
    const user = await findUser(tx.sql, caller.user.id, { lock: true })
    const factors = user?.factors ?? []
    if (factors.some((existing) => (existing.friendly_name ?? '') === friendlyName)) {
      const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
      throw new AuthError(422, 'mfa_factor_name_conflict', message)
    }
    if (factors.length >= maxFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
    }
    if (user && countVerifiedFactors(user) > 0 && caller.session.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    return createTotpFactor(tx.sql, caller.user.id, { friendlyName, secret }, tx.now)
  })
  return { id: factor.id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: svg, secret, uri } }
}
