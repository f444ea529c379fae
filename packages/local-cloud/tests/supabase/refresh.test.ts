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

test('reusing a refresh token that was replaced once returns the current token at any time', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const { token: secondToken } = await refresh(firstToken)
  service.advanceClock(3600)
  const repeated = await refresh(firstToken)
  expect(repeated).toMatchObject({ status: 200, token: secondToken })
})

test('within the reuse interval, reusing a token that was replaced twice returns the current token', async () => {
  const { client } = await service.createUser()
  const firstToken = (await requireSession(client)).refresh_token
  const { token: secondToken } = await refresh(firstToken)
  const { token: thirdToken } = await refresh(secondToken)
  expect(await refresh(firstToken)).toMatchObject({ status: 200, token: thirdToken })
})

test('after the reuse interval, reusing a token that was replaced twice revokes the session’s tokens', async () => {
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
