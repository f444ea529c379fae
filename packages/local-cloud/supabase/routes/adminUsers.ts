import { Hono } from 'hono'
import { z } from 'zod'
import { isUuid } from '../access.ts'
import { createUserByAdmin, updateUserByAdmin } from '../adminAccounts.ts'
import { readBody } from '../body.ts'
import type { Auth, AuthEnvironment, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { User } from '../store/types.ts'
import { AUDIENCE, deleteUser, findUser, listUsers } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

/** Treats an empty query parameter as unset: supabase-js sends one for a number that is not set. */
const emptyAsUnset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional())
const listQuery = z.object({
  page: emptyAsUnset(z.coerce.number().int().positive()),
  per_page: emptyAsUnset(z.coerce.number().int().positive().max(1000)),
})

async function requireUserById(tx: Tx, c: AuthRequest, { lock = false } = {}): Promise<User> {
  const id = c.req.param('id')
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUser(tx.sql, id, { lock })
  if (user) return user
  throw new AuthError(404, 'user_not_found', 'User not found')
}

/** Routes under /admin/users, which require the secret key. */
export function adminUserRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>().basePath('/admin/users')
  routes.get('/', async (c) => {
    const { page = 1, per_page = 50 } = listQuery.parse(c.req.query())
    const users = await transact(auth, ({ sql }) => listUsers(sql, { page, perPage: per_page }))
    return c.json({ users: users.map(userJson), aud: AUDIENCE })
  })
  routes.post('/', async (c) => c.json(userJson(await createUserByAdmin(auth, await readBody(c)))))
  routes.get('/:id', async (c) => c.json(userJson(await transact(auth, (tx) => requireUserById(tx, c)))))
  routes.put('/:id', async (c) => {
    const { id } = await transact(auth, (tx) => requireUserById(tx, c))
    return c.json(userJson(await updateUserByAdmin(auth, id, await readBody(c))))
  })
  routes.delete('/:id', async (c) => {
    if ((await readBody(c, { allowEmpty: true })).flag('should_soft_delete')) {
      throw new AuthError(501, 'not_implemented', 'The local cloud does not support should_soft_delete')
    }
    await transact(auth, async (tx) => deleteUser(tx.sql, (await requireUserById(tx, c, { lock: true })).id))
    return c.json({})
  })
  return routes
}
