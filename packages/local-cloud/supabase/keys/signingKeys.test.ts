import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('stores the key for the next start, in a file that only its owner can read', async () => {
  const created = await SigningKeys.open(file, clock)
  const token = await created.sign({ sub: 'x', exp })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const reopened = await SigningKeys.open(file, clock)
  expect(await reopened.verify(token)).toMatchObject({ sub: 'x' })
  expect(reopened.jwks()).toEqual(created.jwks())
  expect(JSON.stringify(created.jwks())).not.toContain('"d"')
})
