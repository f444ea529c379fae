import { Hono } from 'hono'
import { type Caller, isUuid, requireUser } from '../access.ts'
import { readBody } from '../body.ts'
import { secondsAfter, unixSeconds } from '../clock.ts'
import { type Auth, type AuthEnvironment, type AuthRequest, clientIp } from '../context.ts'
import { isValidTotpCode } from '../crypto/totp.ts'
import { AuthError, invalid } from '../errors.ts'
import { enrollTotp } from '../mfaEnroll.ts'
import { raiseToAal2 } from '../sessions.ts'
import { acceptChallenge, createChallenge, deleteFactor, findChallenge } from '../store/factors.ts'
import { endSessions, findSession } from '../store/sessions.ts'
import type { FactorRow } from '../store/types.ts'
import { findUser } from '../store/users.ts'
import { transact } from '../transact.ts'

const challengeLifetimeSeconds = 300

function requireFactor(caller: Caller, id: string | undefined): FactorRow {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = caller.user.factors.find((candidate) => candidate.id === id)
  if (factor) return factor
  throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

async function verifyFactor(auth: Auth, c: AuthRequest, caller: Caller, factor: FactorRow) {
  const body = await readBody(c)
  const code = body.text('code')
  const challengeId = body.text('challenge_id')
  if (code === '') throw invalid('Code needs to be non-empty')
  return transact(auth, async (tx) => {
    const challenge = isUuid(challengeId) ? await findChallenge(tx.sql, challengeId, factor.id) : undefined
    if (!challenge) {
      const message = 'MFA factor with the provided challenge ID not found'
      throw new AuthError(422, 'mfa_factor_not_found', message)
    }
    if (challenge.verified_at || challenge.ip !== clientIp(c)) {
      const message = 'Challenge and verify IP addresses mismatch.'
      throw new AuthError(422, 'mfa_ip_address_mismatch', message)
    }
    if (tx.now > secondsAfter(challenge.created_at, challengeLifetimeSeconds)) {
      const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
      throw new AuthError(422, 'mfa_challenge_expired', message)
    }
    if (!factor.secret || !isValidTotpCode(factor.secret, code, tx.now)) {
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    await acceptChallenge(tx.sql, challenge, factor, tx.now)
    const user = await findUser(tx.sql, caller.user.id)
    const session = await findSession(tx.sql, caller.session.id, { lock: true })
    if (!user || !session) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
    const response = await raiseToAal2(auth, tx, user, session, factor.id)
    await endSessions(tx.sql, user.id, { belowLevel: 'aal2' })
    if (auth.config().mailFactorEnrolled && factor.status !== 'verified' && user.email) {
      tx.send('mfa_factor_enrolled_notification', { to: user.email, email: user.email })
    }
    return response
  })
}

/** Routes for TOTP factors: /factors. */
export function factorRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/factors', async (c) => {
    const caller = await requireUser(auth, c)
    return c.json(await enrollTotp(auth, caller, await readBody(c)))
  })
  routes.post('/factors/:id/challenge', async (c) => {
    const caller = await requireUser(auth, c)
    const factor = requireFactor(caller, c.req.param('id'))
    auth.rateLimits.countRequest('mfa', clientIp(c))
    const challenge = await transact(auth, async (tx) => {
      const id = await createChallenge(tx.sql, factor.id, clientIp(c), tx.now)
      return { id, expires_at: unixSeconds(secondsAfter(tx.now, challengeLifetimeSeconds)) }
    })
    return c.json({ id: challenge.id, type: factor.factor_type, expires_at: challenge.expires_at })
  })
  routes.post('/factors/:id/verify', async (c) => {
    const caller = await requireUser(auth, c)
    const factor = requireFactor(caller, c.req.param('id'))
    auth.rateLimits.countRequest('mfa', clientIp(c))
    return c.json(await verifyFactor(auth, c, caller, factor))
  })
  routes.delete('/factors/:id', async (c) => {
    const caller = await requireUser(auth, c)
    const factor = requireFactor(caller, c.req.param('id'))
    if (factor.status === 'verified' && caller.session.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await transact(auth, async (tx) => {
      await deleteFactor(tx.sql, factor)
      const { email } = caller.user
      if (auth.config().mailFactorUnenrolled && email) {
        tx.send('mfa_factor_unenrolled_notification', { to: email, email })
      }
    })
    return c.json({ id: factor.id })
  })
  return routes
}
