import 'server-only'
import { z } from 'zod'
import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { RequestProblem } from '@/lib/api/problem'
import type { Database } from '@/lib/database/database'
import { enforceRateLimit } from '@/lib/database/rateLimit'
import { client } from '../reading/client'

const timeoutMs = 4000

/** Limits the failed checks from each network, since each check causes a request to Sanity. */
const failedCheckLimit = { name: 'studio-token', count: 60, seconds: 3600 }

/**
 * Runs a check, and limits how often the request's network may fail it. Without a database, nothing is limited.
 *
 * @param check - throws a RequestProblem, or another error, when the check fails
 * @throws RequestProblem 429 `too_many_requests`; the error of `check`
 */
export async function limitFailures<Result>(
  request: Request,
  database: Database | undefined,
  check: () => Promise<Result>,
): Promise<Result> {
  const uncount = await enforceRateLimit(database, failedCheckLimit, clientNetworkKey(request))
  const result = await check()
  await uncount()
  return result
}

/** A user of the project. An invalid token yields an object without roles. */
const userSchema = z.looseObject({ roles: z.array(z.looseObject({ name: z.string() })).default([]) })

/**
 * Requires that a request has the token of a Sanity project user with an allowed role. Sanity returns the roles of the
 * token's user: https://www.sanity.io/docs/http-reference/roles
 *
 * @param database - counts failed checks; without a database they are not limited
 * @throws RequestProblem 401 `no_authorization`, 403 `not_allowed`, 429 `too_many_requests`, or 503 `content_unreachable`
 */
export async function requireRole(
  request: Request,
  allowedRoles: ReadonlySet<string>,
  database: Database | undefined,
): Promise<void> {
  await limitFailures(request, database, () => verifyRole(request, allowedRoles))
}

async function verifyRole(request: Request, allowedRoles: ReadonlySet<string>): Promise<void> {
  const token = /^Bearer +([\w.-]{20,300})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new RequestProblem(401, 'no_authorization')
  const response = await fetch(client.getUrl('/users/me'), {
    headers: { Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new RequestProblem(503, 'content_unreachable', { cause })
  })
  if (response.status === 401 || response.status === 403) throw new RequestProblem(401, 'no_authorization')
  if (!response.ok)
    throw new RequestProblem(503, 'content_unreachable', { cause: `status ${response.status}` })
  const { roles } = userSchema.parse(await response.json())
  if (!roles.some(({ name }) => allowedRoles.has(name))) throw new RequestProblem(403, 'not_allowed')
}
