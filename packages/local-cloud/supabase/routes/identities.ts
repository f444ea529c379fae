import { Hono } from 'hono'
import { isUuid, requireUser } from '../access.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { removeIdentity, saveProviders } from '../store/identities.ts'
import { clearOneTimeTokens } from '../store/oneTimeTokens.ts'
import type { User } from '../store/types.ts'
import { findUser, isEmailTaken, mergeMetadata, updateUser } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'

/** Keeps the user's address among those of the identities that are left. */
async function keepOwnEmail(auth: Auth, tx: Tx, user: User): Promise<User> {
  if (user.identities.some(({ email }) => email === user.email)) return user
  const verified = (identity: User['identities'][number]) => identity.identity_data.email_verified === true
  const candidates = user.identities
    .filter(({ email }) => email)
    .sort((a, b) => Number(verified(b)) - Number(verified(a)))
  for (const candidate of candidates) {
    if (!candidate.email || (await isEmailTaken(tx.sql, candidate.email, user.id))) continue
    await clearOneTimeTokens(tx.sql, user.id)
    const stays = verified(candidate) || auth.config().autoconfirm
    const metadata = stays ? {} : { email_verified: false }
    const changes = {
      email: candidate.email,
      email_change: '',
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, metadata),
      ...(stays ? {} : { email_confirmed_at: null }),
    }
    return updateUser(tx.sql, user, changes, tx.now)
  }
  const message = 'Unable to unlink identity due to email conflict'
  throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
}

/** /user/identities: the ways in which a user signs in. */
export function identityRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.use('/user/identities/*', async (c, next) => {
    await requireUser(auth, c)
    if (!auth.config().manualLinking) {
      throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
    }
    await next()
  })
  routes.get('/user/identities/authorize', () => {
    throw invalid('Unsupported provider: provider is not enabled')
  })
  routes.delete('/user/identities/:id', async (c) => {
    const caller = await requireUser(auth, c)
    const id = c.req.param('id')
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
    await transact(auth, async (tx) => {
      const user = await findUser(tx.sql, caller.user.id, true)
      if (!user || user.identities.length <= 1) {
        const message = 'User must have at least 1 identity after unlinking'
        throw new AuthError(422, 'single_identity_not_deletable', message)
      }
      if (!user.identities.some((identity) => identity.id === id)) {
        throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
      }
      const left = await keepOwnEmail(auth, tx, await removeIdentity(tx.sql, user, id))
      await saveProviders(tx.sql, left, tx.now)
    })
    return c.json({})
  })
  return routes
}
