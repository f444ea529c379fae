import { expect, test } from 'vitest'
import { PasswordHasher } from './passwords.ts'

test('hashes with salt, in PHC notation, at the recommended cost', async () => {
  const hasher = new PasswordHasher()
  const [first, second] = await Promise.all([hasher.hash('pässword'), hasher.hash('pässword')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await hasher.verify('pässword', first)).toBe(true)
  expect(await hasher.verify('passwörd', first)).toBe(false)
})

test.each([undefined, null, '', 'broken'])('no password belongs to the hash %s', async (hash) =>
  expect(await new PasswordHasher().verify('', hash)).toBe(false),
)
