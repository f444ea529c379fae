import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiKeys, findApiKeyRole } from './apiKeys.ts'
import { SigningKeys } from './signingKeys.ts'

let folder: string
let file: string
const clock = () => new Date('2030-01-01T00:00:00Z')
const exp = clock().getTime() / 1000 + 60

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  file = join(folder, 'auth', 'signing-keys.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the key survives a restart, in a file that only its owner can read', async () => {
  const first = await SigningKeys.open(file, clock)
  const token = await first.sign({ sub: 'x', exp })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await SigningKeys.open(file, clock)
  expect(await again.verify(token)).toMatchObject({ sub: 'x' })
  expect(again.jwks()).toEqual(first.jwks())
  expect(JSON.stringify(first.jwks())).not.toContain('"d"')
})

test('rejects tokens of other keys, other algorithms and other times', async () => {
  const keys = await SigningKeys.open(file, clock)
  const others = await SigningKeys.open(join(folder, 'others.json'), clock)
  await expect(keys.verify(await others.sign({ sub: 'x', exp }))).rejects.toThrow()
  await expect(keys.verify(await keys.sign({ sub: 'x', exp: exp - 61 }))).rejects.toThrow('exp')
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`.replaceAll('=', '')
  await expect(keys.verify(unsigned)).rejects.toThrow()
})

test('API keys have their roles, and other texts have none', async () => {
  const apiKeys = createApiKeys()
  expect(findApiKeyRole(apiKeys.publishable, apiKeys)).toBe('anon')
  expect(findApiKeyRole(apiKeys.secret, apiKeys)).toBe('service_role')
  for (const text of ['', 'x', createApiKeys().secret]) expect(findApiKeyRole(text, apiKeys)).toBeUndefined()
})
