import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requireSession, type Service, startService } from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ sessionTimebox: 0 })
})

async function refresh(token: string) {
  const { status, body } = await service.call('POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  })
  return { status, code: body.code, token: String(body.refresh_token), body }
}

test('a refresh returns a new refresh token of the same session', async () => {
  const { client } = await service.user()
  const before = await requireSession(client)
  service.advance(5)
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(before.refresh_token)
  const id = async (token: string) => (await client.auth.getClaims(token)).data?.claims.session_id
  expect(await id(data.session?.access_token ?? '')).toBe(await id(before.access_token))
  expect(data.session?.expires_at).toBeGreaterThan(before.expires_at ?? 0)
})

test('the parent of the current token returns the current token at any time', async () => {
  const { client } = await service.user()
  const first = (await requireSession(client)).refresh_token
  const second = await refresh(first)
  service.advance(3600)
  const repeated = await refresh(first)
  expect(repeated).toMatchObject({ status: 200, token: second.token })
})

test('an older token returns the current token within the reuse interval', async () => {
  const { client } = await service.user()
  const first = (await requireSession(client)).refresh_token
  const second = await refresh(first)
  const third = await refresh(second.token)
  expect(await refresh(first)).toMatchObject({ status: 200, token: third.token })
})

test('an older token after the reuse interval revokes all tokens of the session', async () => {
  const { client } = await service.user()
  const first = (await requireSession(client)).refresh_token
  const second = await refresh(first)
  const third = await refresh(second.token)
  service.advance(11)
  const { error } = await client.auth.refreshSession()
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  for (const token of [third.token, second.token, first]) {
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  }
})

test('ten concurrent refreshes return the same token', async () => {
  const { client } = await service.user()
  const first = (await requireSession(client)).refresh_token
  const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(first)))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(responses.map(({ token }) => token)).size).toBe(1)
})

test('a locked session returns 409', async () => {
  const { client } = await service.user()
  const { refresh_token: token } = await requireSession(client)
  const database = new pg.Client(service.databaseUrl)
  await database.connect()
  // Postgres's error after the timeout of a lock.
  await database.query(`
    create function busy() returns trigger language plpgsql as
      $$ begin raise exception 'locked' using errcode = '55P03'; end $$;
    create trigger busy before update on auth.refresh_tokens execute function busy();
  `)
  expect(await refresh(token)).toMatchObject({ status: 409, code: 'conflict' })
  await database.query('drop trigger busy on auth.refresh_tokens; drop function busy')
  await database.end()
  expect(await refresh(token)).toMatchObject({ status: 200 })
})

test('unknown and malformed tokens are refused', async () => {
  expect(await refresh('abcdefghijkl')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect(await refresh('short')).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('the token of a signed-out session is refused', async () => {
  const { client } = await service.user()
  const { refresh_token: token } = await requireSession(client)
  await client.auth.signOut()
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('the token of a banned user is refused', async () => {
  const { client, id } = await service.user()
  await service.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
  const { refresh_token: token } = await requireSession(client)
  expect(await refresh(token)).toMatchObject({ status: 400, code: 'user_banned' })
  service.advance(3601)
  expect(await refresh(token)).toMatchObject({ status: 200 })
})

test('a session ends after the setting sessionTimebox', async () => {
  const { client } = await service.user()
  const first = (await requireSession(client)).refresh_token
  service.configure({ sessionTimebox: 3600 })
  const second = await refresh(first)
  expect(second).toMatchObject({ status: 200 })
  service.advance(3601)
  expect(await refresh(second.token)).toMatchObject({ status: 400, code: 'session_expired' })
})
