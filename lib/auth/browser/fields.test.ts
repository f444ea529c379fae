import { describe, expect, it } from 'vitest'
import { findProblemField, normalizeField, validateField } from './fields'

describe('normalizeField', () => {
  it.each([
    ' 123 456 ',
    '123-456',
    '123\u2013456',
    '１２３４５６',
    '123\u200b456',
    '\n123456\r\n',
    '123\u00a0456',
  ])('normalizes the code %j to 123456', (text) => {
    expect(normalizeField('code', text)).toBe('123456')
    expect(validateField('code', normalizeField('code', text))).toBeUndefined()
  })

  it('trims emails, removes their invisible characters, and leaves passwords unchanged', () => {
    expect(normalizeField('email', ' ada@example.com\n')).toBe('ada@example.com')
    expect(normalizeField('newEmail', '\ufeffada@exam\u00adple.com\u200b')).toBe('ada@example.com')
    expect(normalizeField('password', ' secret - ')).toBe(' secret - ')
    expect(normalizeField('newPassword', '１２')).toBe('１２')
  })
})

describe('validateField', () => {
  it.each([
    ['email', '', 'emailRequired'],
    ['email', 'ada', 'emailInvalid'],
    ['email', 'ada@example', 'emailInvalid'],
    ['email', 'a b@example.com', 'emailInvalid'],
    ['newEmail', `${'a'.repeat(250)}@example.com`, 'emailInvalid'],
    ['email', 'ada@example.com', undefined],
    ['email', 'a.d-a+1@mail.example.com', undefined],
    ['email', 'ädä@example.com', 'emailInvalid'],
    ['email', 'ada@exämple.com', 'emailInvalid'],
    ['email', 'a..da@example.com', 'emailInvalid'],
    ['newEmail', '.ada@example.com', 'emailInvalid'],
    ['email', 'ada.@example.com', 'emailInvalid'],
    ['email', 'ada@-example.com', 'emailInvalid'],
    ['password', '', 'passwordRequired'],
    ['password', 'x', undefined],
    ['newPassword', '', 'passwordRequired'],
    ['newPassword', 'abcdefghi', 'passwordShort'],
    ['newPassword', '🎙🎙🎙🎙🎙🎙🎙🎙🎙', 'passwordShort'],
    ['newPassword', 'abcdefghij', undefined],
    ['newPassword', 'x'.repeat(72), undefined],
    ['newPassword', 'x'.repeat(73), 'passwordLong'],
    ['newPassword', 'ä'.repeat(37), 'passwordLong'],
    ['code', '', 'codeRequired'],
    ['code', '12345', 'codeShape'],
    ['code', '12345a', 'codeShape'],
    ['appCode', '123456', undefined],
    ['code', '1234567890', undefined],
  ] as const)('for %s %j, returns %s', (name, text, problem) => {
    expect(validateField(name, text)).toBe(problem)
  })
})

it('finds a problem’s field, if the form has it', () => {
  expect(findProblemField('passwordSame', ['newPassword'])).toBe('newPassword')
  expect(findProblemField('emailTaken', ['email', 'newPassword'])).toBe('email')
  expect(findProblemField('emailTaken', ['newEmail'])).toBe('newEmail')
  expect(findProblemField('appCodeWrong', ['email'])).toBeUndefined()
  expect(findProblemField('serviceDown', ['email'])).toBeUndefined()
})
