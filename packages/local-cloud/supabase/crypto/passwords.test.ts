import { expect, test } from 'vitest'
import { PasswordHasher } from './passwords.ts'

test('hashes a password as a PHC string at the recommended cost, and verifies only that password', async () => {
  const hasher = new PasswordHasher()
  const [hash, repeatedHash] = await Promise.all([hasher.hash('pässword'), hasher.hash('pässword')])
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(hash).not.toBe(repeatedHash)
  expect(await hasher.verify('pässword', hash)).toBe(true)
  expect(await hasher.verify('passwörd', hash)).toBe(false)
})

test.each([undefined, null, '', 'broken'])(
  'rejects an empty password when the stored hash is %j',
  async (hash) => expect(await new PasswordHasher().verify('', hash)).toBe(false),
)
