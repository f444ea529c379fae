import { Hono } from 'hono'
import { z } from 'zod'
import { parseBody } from '../../http/body.ts'
import { errorResponse, unauthorized } from '../../http/errors.ts'
import type { SanityEnvironment } from '../context.ts'
import { type Account, describeRole } from './accounts.ts'
import type { AccountStore } from './store.ts'

const preferencesSchema = z.array(z.object({ key: z.string(), value: z.unknown() }))

/** Describes a user to other users (https://www.sanity.io/docs/http-reference/users). */
function describeProfile(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    sanityUserId: account.id,
    projectId: 'local',
    displayName: account.name,
    givenName: account.name.split(' ')[0],
    familyName: account.name.split(' ').slice(1).join(' '),
    email: account.email,
    imageUrl: null,
    isRobot: account.id.startsWith('r-'),
  }
}

function describeCurrentUser(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    profileImage: null,
    role: account.role,
    roles: [describeRole(account.role)],
    provider: account.id.startsWith('r-') ? 'sanity-token' : 'local',
  }
}

/** Creates the routes for sign-out, users and their preferences, and `/ping`. */
export function createAuthRoutes(accounts: AccountStore): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()

  routes.post('/auth/logout', (c) => {
    if (c.var.token) accounts.revoke(c.var.token)
    return c.body(null, 204)
  })

  routes.get('/users/me', (c) => {
    const account = c.var.identity && accounts.find(c.var.identity.id)
    return c.json(account ? describeCurrentUser(account) : {})
  })

  routes.get('/users/me/keyvalue/:keys', (c) => {
    const { identity } = c.var
    if (!identity) throw unauthorized()
    const keys = c.req.param('keys').split(',')
    return c.json(keys.map((key) => ({ key, value: accounts.getValue(identity.id, key) })))
  })

  routes.put('/users/me/keyvalue', async (c) => {
    const { identity } = c.var
    if (!identity) throw unauthorized()
    const preferences = await parseBody(c.req, preferencesSchema)
    for (const { key, value } of preferences) accounts.setValue(identity.id, key, value)
    return c.json(preferences)
  })

  routes.get('/users/:ids', (c) => {
    const { identity } = c.var
    if (!identity) throw unauthorized()
    const ids = c.req.param('ids').split(',')
    const foundAccounts = ids.flatMap((id) => accounts.find(id === 'me' ? identity.id : id) ?? [])
    if (ids.length > 1) return c.json(foundAccounts.map(describeProfile))
    return foundAccounts[0] ? c.json(describeProfile(foundAccounts[0])) : errorResponse(404, 'User not found')
  })

  routes.get('/ping', (c) => c.json({ pong: true }))
  return routes
}
