import { expect, test } from 'vitest'
import { maskBody, maskHeader, maskQuery } from './maskSecrets.ts'

test.each([
  ['{"password":"a\\"b","name":"Ada"}', '{"password":"••••","name":"Ada"}'],
  ['{"new_password" : "a"', '{"new_password" : "••••"'],
  ['{"refresh_token":"cut off here', '{"refresh_token":"••••"'],
  ['{"code":"123456"}', '{"code":"••••"}'],
  ['{"code":"card_declined","number":"INV-1"}', '{"code":"card_declined","number":"INV-1"}'],
  ['{"client_secret":"pi_1_secret_abcdefghij"}', '{"client_secret":"••••"}'],
  ['["see whsec_abc+/= and sk_test_local123"]', '["see •••• and ••••"]'],
  [
    '{"html":"<a href=\\"https://x.example/c?token_hash=abc&type=email\\">"}',
    '{"html":"<a href=\\"https://x.example/c?token_hash=••••&type=email\\">"}',
  ],
  ['{"a":"eyJhbGciOi.eyJzdWIi.sig-nature"}', '{"a":"••••"}'],
])('JSON: %s', (text, masked) => {
  expect(maskBody(text, 'application/json')).toBe(masked)
})

test('forms keep what is no secret as it was sent', () => {
  const card =
    'email=ada%40example.com&number=4242+4242+4242+4242&cvc=123&payment_method_data%5Bcard%5D%5Bnumber%5D=4242'
  expect(maskBody(card, 'application/x-www-form-urlencoded')).toBe(
    'email=ada%40example.com&number=••••&cvc=••••&payment_method_data%5Bcard%5D%5Bnumber%5D=••••',
  )
  expect(maskQuery('code=abc&redirect_to=http%3A%2F%2Fx%2F%3Ftoken%3Dabc%26a%3Db')).toBe(
    `code=••••&redirect_to=${encodeURIComponent('http://x/?token=••••&a=b')}`,
  )
  expect(maskQuery('%E0%A4%A=1')).toBe('%E0%A4%A=1')
})

test('parts of forms', () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  expect(
    maskBody(part('accessToken', 'abc') + part('message', 'Hello'), 'multipart/form-data; boundary=b'),
  ).toBe(part('accessToken', '••••') + part('message', 'Hello'))
})

test('headers', () => {
  expect(maskHeader('authorization', 'Basic abc=')).toBe('Basic ••••')
  expect(maskHeader('apikey', 'sb_publishable_1')).toBe('••••')
  expect(maskHeader('referer', 'http://localhost/?code=abc')).toBe('http://localhost/?code=••••')
  expect(maskHeader('accept', '*/*')).toBe('*/*')
})
