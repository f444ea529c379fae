import { createClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedDocument } from '@/tests/support/seedDocuments'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', cloud.contentLakeOrigin)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.remove()
})

test('a notice has the texts that are published when it is composed, and fails without one of them', async () => {
  const { readMailTexts } = await import('@/lib/membership/mail/mailTexts')
  const { composeNotice } = await import('@/lib/membership/mail/noticeMail')
  const { connection } = await import('@/lib/content/config')
  const writer = createClient({
    ...connection,
    token: String(cloud.env.SANITY_API_WRITE_TOKEN),
    useCdn: false,
  })
  const { socialImage: _, ...settings } = seedDocument('siteSettings')
  await writer.createOrReplace({ ...settings, siteName: 'Circle <b>&' })
  await writer.createOrReplace(seedDocument('messages'))
  const compose = async () =>
    composeNotice(
      await readMailTexts(),
      {
        kind: 'yearly',
        to: 'ada@example.com',
        isGuest: false,
        name: '',
        // In California this is still February 28.
        date: new Date('2027-03-01T05:00:00Z'),
        previousAmount: 149_700,
        amount: 149_700,
        currency: 'usd',
      },
      'https://site.example',
    )
  const mail = await compose()
  expect(mail.subject).toBe('Your membership in Circle <b>&: a yearly reminder')
  expect(mail.text).toContain('charged $1,497 a month, next on February 28, 2027')
  expect(mail.html).toContain('Circle &lt;b&gt;&amp;')
  for (const line of ['Beverly Hills, CA', 'hello@creatorscircle.example', '+1 310 555 0142']) {
    expect(mail.text).toContain(`\n${line}`)
  }

  await writer.patch('messages').set({ 'notices.yearlySubject': 'Once more, {name}' }).commit()
  expect((await compose()).subject).toBe('Once more, Circle <b>&')
  await writer.patch('messages').unset(['notices.manage']).commit()
  await expect(compose()).rejects.toThrow('messages.notices.manage is missing')
})
