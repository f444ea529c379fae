import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClaimLinkForm } from './claim/ClaimForm'
import { SecondFactorView } from './SecondFactorView'

const texts = { portalLogin: 'Cancel by email', missingSubmit: 'Send', secondFactorHeading: 'Code' }
const link = '<a href="/api/portal-login" class="text-link"><span dir="auto">Cancel by email</span></a>'

it('the second-factor view links to the portal login, for members without their authenticator app', () => {
  expect(renderToStaticMarkup(<SecondFactorView texts={texts} onDone={() => {}} />)).toContain(link)
})

it('the claim page links guests to the portal login, and omits the link without its text', () => {
  // Below the form, which is hidden without scripts.
  expect(renderToStaticMarkup(<ClaimLinkForm texts={texts} />).split('</form>')[1]).toContain(link)
  const withoutText = renderToStaticMarkup(<ClaimLinkForm texts={{ missingSubmit: 'Send' }} />)
  expect(withoutText.split('</form>')[1]).not.toContain('<p')
})
