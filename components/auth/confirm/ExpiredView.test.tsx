import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmailLink } from '@/lib/auth/browser/emailLink'
import { areas, pageTexts } from '@/lib/messages/areas'
import { ExpiredView } from './ExpiredView'

const texts = {
  ...areas.account.defaults,
  ...pageTexts.confirmPage.defaults,
  expiredText: 'Ask for another',
  expiredInviteText: 'Reset it',
  expiredChangeText: 'Change it again',
  forgotLink: 'Reset',
  accountLink: 'Account',
}
const useUser = vi.hoisted(() => vi.fn())
vi.mock('../useUser', () => ({ useUser }))
beforeEach(() => useUser.mockReturnValue({}))

const render = (type: EmailLink['type'], path: string) =>
  renderToStaticMarkup(
    <ExpiredView texts={texts} link={{ tokenHash: 'a', type, next: `https://site.example${path}` }} />,
  )

describe('ExpiredView', () => {
  it.each([
    ['recovery', '/reset-password'],
    ['invite', '/account'],
    ['magiclink', '/account'],
    ['signup', '/'],
  ] as const)('shows a form for a new link after an expired %s link to %s', (type, path) => {
    expect(render(type, path)).toMatch(/Ask for another.*<form/s)
  })

  it('prefills the email from the link, so that one click emails a new link', () => {
    const email = 'ada@example.com'
    const link = { tokenHash: 'a', type: 'invite', next: 'https://site.example/account', email } as const
    expect(renderToStaticMarkup(<ExpiredView texts={texts} link={link} />)).toContain(`value="${email}"`)
  })

  it.each([
    ['signup', 'ada@example.com', true],
    ['signup', undefined, true],
    ['signup', 'eve@example.com', false],
    ['recovery', 'ada@example.com', false],
  ] as const)('links user Ada to /account after an expired %s link for %s: %s', (type, email, isLinked) => {
    useUser.mockReturnValue({ user: { email: 'Ada@example.com' } })
    const link = { tokenHash: 'a', type, next: 'https://site.example/', email }
    const html = renderToStaticMarkup(<ExpiredView texts={texts} link={link} />)
    expect(html.includes('signed in as Ada@example.com')).toBe(isLinked)
    expect(html.includes('href="/account"')).toBe(isLinked)
    expect(html.includes('<form')).toBe(!isLinked)
  })

  it('links to /forgot-password after an expired invite link to /reset-password', () => {
    expect(render('invite', '/reset-password')).toMatch(/Reset it.*href="\/forgot-password"/s)
  })

  it('links to /account after an expired email-change link', () => {
    expect(render('email_change', '/account')).toMatch(/Change it again.*href="\/account"/s)
  })
})
