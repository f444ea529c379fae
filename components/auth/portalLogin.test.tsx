import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClaimLinkForm } from './claim/ClaimForm'
import { SecondFactorView } from './SecondFactorView'

const texts = { portalLogin: 'Cancel by email', missingSubmit: 'Send', secondFactorHeading: 'Code' }
const link = '<a href="/api/portal-login" class="text-link"><span dir="auto">Cancel by email</span></a>'

it('the second factor links members without their app to the portal login by email', () => {
  expect(renderToStaticMarkup(<SecondFactorView texts={texts} onDone={() => {}} />)).toContain(link)
})

it('the claim page links guests to the portal login, and shows no link without its text', () => {
  expect(renderToStaticMarkup(<ClaimLinkForm texts={texts} />)).toContain(link)
  expect(renderToStaticMarkup(<ClaimLinkForm texts={{ missingSubmit: 'Send' }} />)).not.toContain(
    'portal-login',
  )
})
