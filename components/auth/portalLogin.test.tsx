import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClaimLinkForm } from './claim/ClaimForm'
import { SecondFactorView } from './SecondFactorView'

const texts = { portalLogin: 'Cancel by email', missingSubmit: 'Send', secondFactorHeading: 'Code' }
const link = '<a href="/api/portal-login" class="text-link"><span dir="auto">Cancel by email</span></a>'

it('the second factor leads members without their app to where they cancel by email', () => {
  expect(renderToStaticMarkup(<SecondFactorView texts={texts} onDone={() => {}} />)).toContain(link)
})

it('the claim page leads guests there, and shows no link without its words', () => {
  expect(renderToStaticMarkup(<ClaimLinkForm texts={texts} />)).toContain(link)
  expect(renderToStaticMarkup(<ClaimLinkForm texts={{ missingSubmit: 'Send' }} />)).not.toContain(
    'portal-login',
  )
})
