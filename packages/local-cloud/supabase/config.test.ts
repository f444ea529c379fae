import { describe, expect, test } from 'vitest'
import { changeConfig, readAuthConfig } from './config.ts'

const siteOrigin = 'http://localhost:3000'

describe('readAuthConfig', () => {
  test.each([
    [{ LOCAL_AUTH_CAPTCHA: 'maybe' }, 'LOCAL_AUTH_CAPTCHA is "maybe": it should be true or false.'],
    [
      { LOCAL_AUTH_PASSWORD_MIN_LENGTH: '5' },
      'LOCAL_AUTH_PASSWORD_MIN_LENGTH is "5": it should be a whole number from 6 to 72.',
    ],
    [{ LOCAL_AUTH_JWT_EXPIRY: '1.5' }, 'LOCAL_AUTH_JWT_EXPIRY'],
    [{ LOCAL_AUTH_SITE_URL: 'localhost:3000' }, 'LOCAL_AUTH_SITE_URL'],
  ])('rejects %j with an error that mentions the variable', (env, message) => {
    expect(() => readAuthConfig(env, siteOrigin)).toThrow(message)
  })
})

test('changeConfig returns a changed copy, and rejects unknown and invalid settings', () => {
  const before = readAuthConfig({}, siteOrigin)
  const after = changeConfig(before, { otpExpiry: 5, captcha: true, redirectAllowList: ['x'] })
  expect(after).toMatchObject({ otpExpiry: 5, captcha: true, redirectAllowList: ['x'], jwtExpiry: 3600 })
  expect(before).toEqual(readAuthConfig({}, siteOrigin))
  expect(() => changeConfig(before, { otpExpiry: 0 })).toThrow('otpExpiry is 0')
  expect(() => changeConfig(before, { constructor: 1 })).toThrow('There is no setting "constructor"')
  expect(() => changeConfig(before, { redirectAllowList: [1] })).toThrow('redirectAllowList')
})
