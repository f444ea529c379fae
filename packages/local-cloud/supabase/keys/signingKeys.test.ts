import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiKeys, roleOfApiKey } from './apiKeys.ts'
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

test('keys survive a restart, in a file for its owner only', async () => {
  const first = await SigningKeys.open(file, clock)
  const token = await first.sign({ sub: 'x', exp })
  const legacy = await first.legacyKey('anon')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await SigningKeys.open(file, clock)
  expect(await again.verify(token)).toMatchObject({ sub: 'x' })
  expect(await again.legacyKey('anon')).toBe(legacy)
  expect(again.jwks()).toEqual(first.jwks())
})

test('a standby key is published before it signs', async () => {
  const keys = await SigningKeys.open(file, clock)
  const standby = await keys.addStandby()
  expect(keys.jwks().keys.map(({ kid }) => kid)).toContain(standby)
  expect(await keys.rotate()).toBe(standby)
  expect(keys.list().map(({ status }) => status)).toEqual(['previously_used', 'in_use'])
})

test('tokens of other keys, other algorithms and other times are refused', async () => {
  const keys = await SigningKeys.open(file, clock)
  const others = await SigningKeys.open(join(folder, 'others.json'), clock)
  await expect(keys.verify(await others.sign({ sub: 'x', exp }))).rejects.toThrow()
  await expect(keys.verify(await others.legacyKey('service_role'))).rejects.toThrow()
  await expect(keys.verify(await keys.sign({ sub: 'x', exp: exp - 61 }))).rejects.toThrow('exp')
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`.replaceAll('=', '')
  await expect(keys.verify(unsigned)).rejects.toThrow()
})

test('API keys stand for their roles, and nothing else does', async () => {
  const keys = await SigningKeys.open(file, clock)
  const apiKeys = createApiKeys()
  expect(await roleOfApiKey(apiKeys.publishable, apiKeys, keys)).toBe('anon')
  expect(await roleOfApiKey(apiKeys.secret, apiKeys, keys)).toBe('service_role')
  expect(await roleOfApiKey(await keys.legacyKey('service_role'), apiKeys, keys)).toBe('service_role')
  for (const text of ['', 'x', createApiKeys().secret, await keys.sign({ role: 'service_role', exp })]) {
    expect(await roleOfApiKey(text, apiKeys, keys)).toBeUndefined()
  }
})
