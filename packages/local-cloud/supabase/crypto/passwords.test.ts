import { describe, expect, test } from 'vitest'
import { PasswordHasher } from './passwords.ts'
import { Turnstile } from './turnstile.ts'

const CHEAP = { memory: 64, passes: 1 }

describe('passwords', () => {
  test('are hashed with salt, in the usual notation, at the recommended cost', async () => {
    const hasher = new PasswordHasher()
    const [first, second] = await Promise.all([hasher.hash('pässword'), hasher.hash('pässword')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await hasher.verify('pässword', first)).toBe(true)
    expect(await hasher.verify('passwörd', first)).toBe(false)
  })

  test('of hashes made elsewhere, at another cost, are verified too', async () => {
    const stored = await new PasswordHasher({ memory: 128, passes: 3 }).hash('secret')
    const hasher = new PasswordHasher(CHEAP)
    expect(hasher.accepts(stored)).toBe(true)
    expect(await hasher.verify('secret', stored)).toBe(true)
  })

  test.each([
    '$2a$10$abc',
    '',
    'plain',
    '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQxMjM0$AAAAAAAAAAAAAAAAAAAAAA',
  ])('hashes that cannot be worked out are not accepted: %s', (stored) =>
    expect(new PasswordHasher(CHEAP).accepts(stored)).toBe(false),
  )

  test('of nobody take the same work, and never match, not even the decoy’s', async () => {
    const hasher = new PasswordHasher(CHEAP)
    const stored = await hasher.hash('secret')
    await hasher.verify('warm up', undefined)
    for (const hash of [stored, undefined, null, '', 'broken']) {
      const before = hasher.computed
      expect(await hasher.verify('', hash)).toBe(false)
      expect(hasher.computed - before).toBe(1)
    }
  })

  test('are hashed two at a time; when too many wait, the next are sent away and nothing is stuck', async () => {
    const hasher = new PasswordHasher(CHEAP)
    const attempts = await Promise.allSettled(Array.from({ length: 100 }, () => hasher.hash('x')))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused).toHaveLength(100 - 2 - 64)
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'request_timeout' } })
    expect(await hasher.hash('x')).toMatch(/^\$argon2id/)
  })
})

test('a turnstile lets people through in order, however often they leave', async () => {
  const turnstile = new Turnstile(1, 2)
  const order: string[] = []
  const leaveFirst = await turnstile.enter()
  const pass = async (name: string) => {
    const leave = await turnstile.enter()
    order.push(leave ? name : `${name} turned away`)
    leave?.()
    leave?.()
  }
  const others = [pass('second'), pass('third'), pass('fourth')]
  leaveFirst?.()
  await Promise.all(others)
  await pass('fifth')
  expect(order).toEqual(['fourth turned away', 'second', 'third', 'fifth'])
})
