import { createClient } from '@sanity/client'
import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, expect, test, vi } from 'vitest'
import { seedDocument } from '@/tests/support/seedDocuments'

vi.setConfig({ testTimeout: 60_000 })

const cloud = await startLocalCloud()
afterAll(() => cloud.remove())
process.env.NEXT_PUBLIC_SANITY_API_HOST = cloud.contentLakeOrigin
const { SANITY_API_READ_TOKEN, SANITY_API_WRITE_TOKEN } = cloud.env
vi.doMock('@/lib/env', () => ({ environment: () => ({ SANITY_API_READ_TOKEN }) }))
const { connection } = await import('@/lib/content/reading/config')
const writer = createClient({ ...connection, token: String(SANITY_API_WRITE_TOKEN), useCdn: false })

test('a notice uses the published messages, and the default for an empty one', async () => {
  const { readMailTexts } = await import('@/lib/membership/mail/mailTexts')
  const { composeMail } = await import('@/lib/membership/mail/change')
  const { socialImage: _, ...settings } = seedDocument('siteSettings')
  await writer.createOrReplace({ ...settings, siteName: 'Circle <b>&' })
  await writer.createOrReplace({ _id: 'messages', _type: 'messages' })
  const compose = async () =>
    composeMail(await readMailTexts(), 'yearly', 'ada@example.com', {
      above: ['yearlyText', 'cancelText'],
      url: 'https://site.example',
      amount: 149_700,
      date: new Date('2027-02-28T20:00:00Z'),
    })
  const mail = await compose()
  expect(mail.subject).toBe('Your Circle <b>& membership: yearly reminder')
  expect(mail.text).toContain(
    '$1,497, charged to your payment method, until you cancel. The next payment is on February 28, 2027.',
  )
  expect(mail.html).toContain('Circle &lt;b&gt;&amp;')
  for (const line of ['Beverly Hills, CA', '+1 310 555 0142']) expect(mail.text).toContain(`\n${line}`)
  // The studio's email occurs only once, in the sentence above these lines.
  expect(mail.text.split('hello@creatorscircle.example')).toHaveLength(2)

  await writer
    .patch('messages')
    .set({ notices: { yearlySubject: 'Once more, {name}', yearlyHeading: ' ' } })
    .commit()
  expect((await compose()).subject).toBe('Once more, Circle <b>&')
  expect((await compose()).html).toContain('Your membership renews monthly')
  await writer.delete('messages')
  expect(await compose()).toEqual(mail)
})
