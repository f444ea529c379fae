import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { areas, pageTexts } from '@/lib/messages/areas'
import { SecondFactorView } from './SecondFactorView'
import { SignInForm } from './SignInForm'

const texts = { ...areas.account.defaults, ...pageTexts.signInPage.defaults, portalLogin: 'Cancel by email' }
const link = '<a href="/api/portal-login" class="text-link"><span dir="auto">Cancel by email</span></a>'

it('the second-factor view links to the portal login', () => {
  expect(renderToStaticMarkup(<SecondFactorView texts={texts} onDone={() => {}} />)).toContain(link)
})

it('the sign-in page links guests to the portal login', () => {
  expect(renderToStaticMarkup(<SignInForm texts={texts} />)).toContain(link)
})
