import { createClient } from '@sanity/client'
import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, expect, test, vi } from 'vitest'
import type { RequestProblem } from '@/lib/api/problem'
import { publisherRoles, readerRoles } from '@/lib/content/preview/roles'
import { setUpSite } from './subscription/support.ts'

const site = await setUpSite()

vi.mock('@/lib/env', () => ({ environment: () => ({}) }))

const siteOrigin = 'http://localhost:3000'
const cloud = await startLocalCloud({ siteOrigin })
afterAll(() => cloud.remove())
process.env.NEXT_PUBLIC_SANITY_API_HOST = cloud.contentLakeOrigin
process.env.SANITY_API_READ_TOKEN = String(cloud.env.SANITY_API_READ_TOKEN)
// `setUpSite` has already imported the configuration, before these variables were set.
vi.resetModules()
const { connection } = await import('@/lib/content/reading/config')
const token = String(cloud.env.SANITY_API_WRITE_TOKEN)
const writer = createClient({ ...connection, token, useCdn: false })

/** Signs an account in to the Studio and returns the session's token. */
async function signInToStudio(account: string): Promise<string> {
  const { contentLakeOrigin } = cloud
  const origin = encodeURIComponent(`${siteOrigin}/studio-admin`)
  const login = await fetch(
    `${contentLakeOrigin}/v1/auth/login/local?origin=${origin}&projectId=local&withSid=true`,
    {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: contentLakeOrigin },
      body: `account=${account}`,
    },
  )
  const sid = /#sid=([^&]+)$/.exec(login.headers.get('location') ?? '')?.[1]
  const session: { token: string } = await (
    await fetch(`${contentLakeOrigin}/v1/auth/fetch?sid=${sid}`)
  ).json()
  return session.token
}

/** Checks a request's token. Returns `allowed`, or the status and code of the refusal. */
async function checkToken(
  token: string | undefined,
  roles: ReadonlySet<string> = readerRoles,
  sender = '192.0.2.1',
): Promise<string> {
  const { requireRole } = await import('@/lib/content/preview/editor')
  const headers = { 'X-Forwarded-For': sender, ...(token && { Authorization: `Bearer ${token}` }) }
  const request = new Request('http://localhost/api/draft-mode/enable', { method: 'POST', headers })
  return requireRole(request, roles, site.billing.database).then(
    () => 'allowed',
    (problem: RequestProblem) => `${problem.status} ${problem.code}`,
  )
}

test('a project member has access, without a rate limit, until signing out', async () => {
  const token = await signInToStudio('viewer')
  const results = new Set<string>()
  for (let count = 0; count < 61; count += 1) results.add(await checkToken(token, readerRoles, '192.0.2.8'))
  expect([...results]).toEqual(['allowed'])
  await fetch(`${cloud.contentLakeOrigin}/v1/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(await checkToken(token)).toBe('401 no_authorization')
})

test('a caller who is not a project member, or whose role is not allowed, is refused', async () => {
  const secret = 'a-secret-that-a-contributor-has-written'
  await writer.create({ _id: 'drafts.secret', _type: 'sanity.previewUrlSecret', secret, source: 'any' })
  for (const token of [undefined, '', 'short', secret, 'x'.repeat(400), 'a text that is not a token']) {
    expect(await checkToken(token), token).toBe('401 no_authorization')
  }
  for (const account of ['contributor', 'viewer']) {
    expect(await checkToken(await signInToStudio(account), publisherRoles)).toBe('403 not_allowed')
  }
})

test('a preview secret is found only by its complete value, and only until it is deleted', async () => {
  const { findPreviewSecret } = await import('@/lib/content/preview/previewSession')
  const secret = 'a-secret-of-presentation'
  const _id = 'sanity-preview-url-secret.test'
  await writer.create({ _id, _type: 'sanity.previewUrlSecret', secret, source: 'any' })
  expect(await findPreviewSecret(secret)).toEqual({ _type: 'sanity.previewUrlSecret', secret })
  for (const guess of ['a-secret', `${secret}*`, '*', _id]) expect(await findPreviewSecret(guess)).toBeNull()
  await writer.delete(_id)
  expect(await findPreviewSecret(secret)).toBeNull()
})

test('responds with 429 after sixty invalid tokens from one network in an hour', async () => {
  const results = new Set<string>()
  for (let count = 0; count < 61; count += 1)
    results.add(await checkToken('a-token-that-was-guessed', readerRoles, '192.0.2.9'))
  expect([...results]).toEqual(['401 no_authorization', '429 too_many_requests'])
})
