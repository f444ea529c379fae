import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isLiveKey } from '@/lib/membership/mode'
import { receiveWebhook } from '@/lib/membership/webhook'
import { SECRET, setUpSite } from './support.ts'

const site = await setUpSite()

test.each([
  ['sk_live_abc', true],
  ['rk_live_abc', true],
  ['sk_test_abc', false],
  ['rk_test_sk_live_', false],
])('isLiveKey(%s) is %s', (key, isLive) => expect(isLiveKey(key)).toBe(isLive))

test('rejects events of the other mode, which give no access', async () => {
  const member = site.createUser()
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  for (const event of await site.events()) {
    const payload = JSON.stringify({ ...event, livemode: true })
    const header = site.stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
    await expect(receiveWebhook(site.billing, payload, header, SECRET)).rejects.toMatchObject({ status: 400 })
  }
  expect(await site.check(member)).toMatchObject({ subscribed: false })
})

test('only the billing context, which checks the mode, opens the database', () => {
  const openingFiles = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(
    (file) =>
      !/\.test\.|^lib\/database\/database\.ts$/.test(file) &&
      /\bopenDatabase\b/.test(readFileSync(file, 'utf8')),
  )
  expect(openingFiles).toEqual(['lib/membership/context.ts'])
})
