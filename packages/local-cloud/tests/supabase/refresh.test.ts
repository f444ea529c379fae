import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { requireSession, startAuthService } from '../../testing/authService.ts'

const service = await startAuthService()
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ sessionTimebox: 0 })
})

async function refresh(token: string) {
  const { status, body } = await service.sendRequest('POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  })
  return { status, code: body.code, token: String(body.refresh_token), body }
}

test('a refresh returns a new refresh token of the same session', async () => {
  const { client } = await service.createUser()
  const initialSession = await requireSession(client)
  service.advanceClock(5)
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(initialSession.refresh_token)
  const readSessionId = async (token: string) => (await client.auth.getClaims(token)).data?.claims.session_id
  expect(await readSessionId(data.session?.access_token ?? '')).toBe(
    await readSessionId(initialSession.access_token),
  )
  expect(data.session?.expires_at).toBeGreaterThan(initialSession.expires_at ?? 0)
})

test('a refresh token that was replaced once returns the current one at any time', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const { token: secondToken } = await refresh(firstToken)
  service.advanceClock(3600)
  const repeated = await refresh(firstToken)
  expect(repeated).toMatchObject({ status: 200, token: secondToken })
})

test('a refresh token that was replaced twice returns the current one within the reuse interval', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const { token: secondToken } = await refresh(firstToken)
  const { token: thirdToken } = await refresh(secondToken)
  expect(await refresh(firstToken)).toMatchObject({ status: 200, token: thirdToken })
})

test('a refresh token that was replaced twice revokes all tokens of its session after the reuse interval', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const { token: secondToken } = await refresh(firstToken)
  const { token: thirdToken } = await refresh(secondToken)
  service.advanceClock(11)
  const { error } = await client.auth.refreshSession()
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  for (const token of [thirdToken, secondToken, firstToken]) {
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  }
})

test('ten concurrent refreshes return the same token', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(firstToken)))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(responses.map(({ token }) => token)).size).toBe(1)
})

test('a refresh returns 409 when it waits too long for a lock', async () => {
  const { client } = await service.createUser()
  const { refresh_token: token } = await requireSession(client)
  const database = new pg.Client(service.databaseUrl)
  await database.connect()
  // The trigger raises the error of an expired lock timeout.
  await database.query(`
    create function fail_with_lock_timeout() returns trigger language plpgsql as
      $$ begin raise exception 'locked' using errcode = '55P03'; end $$;
    create trigger lock_timeout before update on auth.refresh_tokens execute function fail_with_lock_timeout();
  `)
  expect(await refresh(token)).toMatchObject({ status: 409, code: 'conflict' })
  await database.query(
    'drop trigger lock_timeout on auth.refresh_tokens; drop function fail_with_lock_timeout',
  )
  await database.end()
  expect(await refresh(token)).toMatchObject({ status: 200 })
})

test('unknown and malformed refresh tokens are rejected', async () => {
  expect(await refresh('abcdefghijkl')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect(await refresh('short')).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('the refresh token of a signed-out session is rejected', async () => {
  const { client } = await service.createUser()
  const { refresh_token: token } = await requireSession(client)
  await client.auth.signOut()
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('the refresh token of a banned user is rejected until the ban ends', async () => {
  const { client, id } = await service.createUser()
  await service.createAdminClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
  const { refresh_token: token } = await requireSession(client)
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'user_banned' })
  service.advanceClock(3601)
  expect(await refresh(token)).toMatchObject({ status: 200 })
})

test('a session cannot be refreshed after the seconds of the setting sessionTimebox', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  service.configure({ sessionTimebox: 3600 })
  const firstRefresh = await refresh(firstToken)
  expect(firstRefresh).toMatchObject({ status: 200 })
  service.advanceClock(3601)
  expect(await refresh(firstRefresh.token)).toMatchObject({ status: 400, code: 'session_expired' })
})
