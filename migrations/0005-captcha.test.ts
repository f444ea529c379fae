import { expect, it } from 'vitest'
import { captchaWords } from './0005-captcha.ts'
import { lakeFor, seeded } from './testSupport.ts'

const { put, migrate, stored } = lakeFor(captchaWords)
const { captchaRequired, failureCaptcha } = seeded('messages').contactForm

it('adds the words of the seed, drafts included, and leaves what is there alone', async () => {
  await put([
    { _id: 'siteSettings', _type: 'siteSettings', schemaVersion: 4 },
    { _id: 'messages', _type: 'messages', contactForm: { submit: 'Send' } },
    { _id: 'drafts.messages', _type: 'messages', contactForm: { captchaRequired: 'Mine' } },
  ])
  expect(await migrate()).toEqual([5])
  expect(stored('messages')?.contactForm).toEqual({ submit: 'Send', captchaRequired, failureCaptcha })
  expect(stored('drafts.messages')?.contactForm).toEqual({ captchaRequired: 'Mine', failureCaptcha })
  expect(await migrate()).toEqual([])
})
