import { expect, it, vi } from 'vitest'
import { requestCaptchaOption } from './captcha'

const contactConfig = vi.hoisted((): { turnstileSiteKey: string | undefined } => ({
  turnstileSiteKey: undefined,
}))
const solveChallenge = vi.hoisted(() => vi.fn(async (sitekey: string) => `token of ${sitekey}`))
vi.mock('@/lib/contact/config', () => contactConfig)
vi.mock('@/lib/contact/captcha', () => ({ solveChallenge }))

it('requests a token only with a site key', async () => {
  expect(await requestCaptchaOption()).toEqual({})
  expect(solveChallenge).not.toHaveBeenCalled()
  contactConfig.turnstileSiteKey = 'key'
  expect(await requestCaptchaOption()).toEqual({ captchaToken: 'token of key' })
})

it('throws captchaFailed when the challenge fails', async () => {
  contactConfig.turnstileSiteKey = 'key'
  solveChallenge.mockRejectedValueOnce(new Error('The Turnstile challenge failed, expired or timed out.'))
  await expect(requestCaptchaOption()).rejects.toMatchObject({ problem: 'captchaFailed' })
})
