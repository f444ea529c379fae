import { Hono } from 'hono'
import { isUuid } from '../access.ts'
import { createByAdmin, softDelete, updateByAdmin } from '../adminAccounts.ts'
import { readBody } from '../body.ts'
import type { Auth, AuthEnvironment, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { deleteFactor, renameFactor } from '../store/factors.ts'
import type { FactorRow, User } from '../store/types.ts'
import { listUsers } from '../store/userList.ts'
import { AUDIENCE, deleteUser, findUser } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'
import { factorJson, userJson } from '../userJson.ts'

async function userOf(tx: Tx, c: AuthRequest, lock = false): Promise<User> {
  const id = c.req.param('id')
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUser(tx.sql, id, lock)
  if (user) return user
  throw new AuthError(404, 'user_not_found', 'User not found')
}

function factorOf(c: AuthRequest, user: User): FactorRow {
  const id = c.req.param('factor')
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = user.factors.find((candidate) => candidate.id === id)
  if (factor) return factor
  throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

function pageNumber(text: string | undefined, fallback: number): number {
  if (!text) return fallback
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw invalid('Bad Pagination Parameters: not a whole number')
  return Math.max(1, number)
}

/** Links to the next and the last page (RFC 8288), which admin.listUsers reads. */
function linkHeader(auth: Auth, page: number, perPage: number, last: number): string {
  const url = (number: number) => `<${auth.externalUrl}/admin/users?page=${number}&per_page=${perPage}>`
  return [...(page < last ? [`${url(page + 1)}; rel="next"`] : []), `${url(last)}; rel="last"`].join(', ')
}

/** /admin/users: what only holders of the secret key may do with users. */
export function adminUserRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>().basePath('/admin/users')
  routes.get('/', async (c) => {
    const page = pageNumber(c.req.query('page'), 1)
    const perPage = Math.min(1000, pageNumber(c.req.query('per_page'), 50))
    const filter = c.req.query('filter') ?? ''
    const { users, total } = await transact(auth, ({ sql }) => listUsers(sql, { page, perPage, filter }))
    c.header('x-total-count', String(total))
    c.header('link', linkHeader(auth, page, perPage, Math.ceil(total / perPage)))
    return c.json({ users: users.map(userJson), aud: AUDIENCE })
  })
  routes.post('/', async (c) => c.json(userJson(await createByAdmin(auth, await readBody(c)))))
  routes.get('/:id', async (c) => c.json(userJson(await transact(auth, (tx) => userOf(tx, c)))))
  routes.put('/:id', async (c) => {
    const { id } = await transact(auth, (tx) => userOf(tx, c))
    return c.json(userJson(await updateByAdmin(auth, id, await readBody(c))))
  })
  routes.delete('/:id', async (c) => {
    const body = await readBody(c, true)
    const soft = body.flag('should_soft_delete', false)
    await transact(auth, async (tx) => {
      const user = await userOf(tx, c, true)
      if (soft) await softDelete(tx, user)
      else await deleteUser(tx.sql, user.id)
    })
    return c.json({})
  })
  routes.get('/:id/factors', async (c) => {
    const user = await transact(auth, (tx) => userOf(tx, c))
    return c.json(user.factors.map(factorJson))
  })
  routes.put('/:id/factors/:factor', async (c) => {
    const name = (await readBody(c)).text('friendly_name')
    const factor = await transact(auth, async (tx) => {
      const found = factorOf(c, await userOf(tx, c, true))
      return name === '' ? found : ((await renameFactor(tx.sql, found.id, name, tx.now)) ?? found)
    })
    return c.json(factorJson(factor))
  })
  routes.delete('/:id/factors/:factor', async (c) => {
    const factor = await transact(auth, async (tx) => {
      const found = factorOf(c, await userOf(tx, c, true))
      await deleteFactor(tx.sql, found)
      return found
    })
    return c.json(factorJson(factor))
  })
  // Nobody has passkeys here, yet administrators may ask for them whether the feature is on or not.
  routes.get('/:id/passkeys', async (c) => {
    await transact(auth, (tx) => userOf(tx, c))
    return c.json([])
  })
  routes.delete('/:id/passkeys/:passkey', async (c) => {
    await transact(auth, (tx) => userOf(tx, c))
    throw new AuthError(404, 'validation_failed', 'Passkey not found')
  })
  return routes
}
