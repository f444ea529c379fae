import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { captchaWords } from './0005-captcha.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const seeded = readDocuments().find(({ _id }) => _id === 'messages')?.contactForm ?? Object.create(null)

it('adds the words of the seed, drafts included, and leaves what is there alone', async () => {
  await cloud
    .client(cloud.env.SANITY_API_WRITE_TOKEN)
    .transaction()
    .createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 4 })
    .createOrReplace({ _id: 'messages', _type: 'messages', contactForm: { submit: 'Send' } })
    .createOrReplace({ _id: 'drafts.messages', _type: 'messages', contactForm: { captchaRequired: 'Mine' } })
    .commit()
  const migrate = () =>
    runMigrations({
      target: contentTarget(migrationClient({ ...cloud.env })),
      migrations: [captchaWords],
      apply: true,
      report: () => {},
    })
  expect(await migrate()).toEqual([5])
  const stored = (id: string) => cloud.lake.get('production')?.get(id)?.contactForm
  const { captchaRequired, failureCaptcha } = seeded
  expect(stored('messages')).toEqual({ submit: 'Send', captchaRequired, failureCaptcha })
  expect(stored('drafts.messages')).toEqual({ captchaRequired: 'Mine', failureCaptcha })
  expect(await migrate()).toEqual([])
})
