import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { EmailLink } from '@/lib/auth/browser/emailLink'
import { ExpiredView } from './ExpiredView'

const texts = {
  expiredText: 'Ask for another',
  expiredInviteText: 'Reset it',
  expiredChangeText: 'Change it again',
  forgotLink: 'Reset',
  accountLink: 'Account',
}
const shown = (type: EmailLink['type'], path: string) =>
  renderToStaticMarkup(
    <ExpiredView texts={texts} link={{ tokenHash: 'a', type, next: `https://site.example${path}` }} />,
  )

describe('a used or expired link', () => {
  it.each([
    ['recovery', '/reset-password'],
    ['recovery', '/claim'],
    ['invite', '/claim'],
    ['signup', '/'],
  ] as const)('of the type %s to %s is sent again', (type, path) => {
    expect(shown(type, path)).toMatch(/Ask for another.*<form/s)
  })

  it('of an invitation continues to a new password', () => {
    expect(shown('invite', '/reset-password')).toMatch(/Reset it.*href="\/forgot-password"/s)
  })

  it('of a change of email returns to the account', () => {
    expect(shown('email_change', '/account')).toMatch(/Change it again.*href="\/account"/s)
  })
})
