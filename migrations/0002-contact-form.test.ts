import { beforeEach, expect, it } from 'vitest'
import { contactFormWords } from './0002-contact-form.ts'
import { lakeFor, seeded } from './testSupport.ts'

const { put, migrate, stored } = lakeFor(contactFormWords)
const { accessibility, contactForm, ...rest } = seeded('messages')
const oldWords = { nameLabel: 'Your name', successTitle: 'Message sent successfully!' }

beforeEach(() =>
  put([
    { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 1 },
    { ...rest, contactForm: oldWords },
    { ...rest, _id: 'drafts.messages', contactForm: { ...oldWords, retry: 'Once more' } },
  ]),
)

it('fills in the words of the seed, and leaves what is there alone', async () => {
  expect(await migrate()).toEqual([2])
  const found = stored('messages')
  const added = Object.entries(contactForm).filter(([name]) =>
    /^(topic|tooLong|failure(?!Title|Text|Captcha)|retry|cop|otherWays)/.test(name),
  )
  expect(found?.contactForm).toEqual({ ...Object.fromEntries(added), ...oldWords })
  expect(found?.accessibility).toEqual({ closeMessage: accessibility.closeMessage })
})

it('reaches drafts', async () => {
  await migrate()
  expect(stored('drafts.messages')?.contactForm).toMatchObject({
    retry: 'Once more',
    copy: contactForm.copy,
  })
})
