import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { contactFormWords } from './0002-contact-form.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const { accessibility, contactForm, ...rest } =
  readDocuments().find(({ _id }) => _id === 'messages') ?? Object.create(null)
const oldWords = { nameLabel: 'Your name', successTitle: 'Message sent successfully!' }

beforeEach(async () => {
  await cloud
    .client(cloud.env.SANITY_API_WRITE_TOKEN)
    .transaction()
    .createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 1 })
    .createOrReplace({ ...rest, contactForm: oldWords })
    .createOrReplace({ ...rest, _id: 'drafts.messages', contactForm: { ...oldWords, retry: 'Once more' } })
    .commit()
})

const migrate = () =>
  runMigrations({
    target: contentTarget(migrationClient({ ...cloud.env })),
    migrations: [contactFormWords],
    apply: true,
    report: () => {},
  })

it('fills in the words of the seed, and leaves what is there alone', async () => {
  expect(await migrate()).toEqual([2])
  const found = cloud.lake.get('production')?.get('messages')
  const added = Object.entries(contactForm).filter(([name]) =>
    /^(topic|tooLong|failure(?!Title|Text|Captcha)|retry|cop|otherWays)/.test(name),
  )
  expect(found?.contactForm).toEqual({ ...Object.fromEntries(added), ...oldWords })
  expect(found?.accessibility).toEqual({ closeMessage: accessibility.closeMessage })
})

it('reaches drafts', async () => {
  await migrate()
  const draft = cloud.lake.get('production')?.get('drafts.messages')
  expect(draft?.contactForm).toMatchObject({ retry: 'Once more', copy: contactForm.copy })
})
