import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { compareCharges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from './ConfirmCharges'

const queryResult = vi.hoisted(() => vi.fn())
vi.mock('../useQuery', () => ({ useQuery: queryResult }))
vi.mock('../releases', () => ({ hasPaidFeatures: true }))

const publishedCharges = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }

/** Renders the dialog with this result of the query for scheduled offers. */
function renderDialog(result: unknown): { html: string; canSubmit: boolean } {
  queryResult.mockReturnValue(result)
  const changes = compareCharges(publishedCharges, { ...publishedCharges, introPrice: 104_700 })
  const doNothing = () => undefined
  const html = renderToStaticMarkup(
    <ThemeProvider theme={buildTheme()}>
      <ConfirmCharges changes={changes} currency="usd" onCancel={doNothing} onConfirm={doNothing} />
    </ThemeProvider>,
  )
  const submitButton = /<button[^>]*type="submit"[^>]*>/.exec(html)?.[0] ?? ''
  return { html, canSubmit: submitButton !== '' && !submitButton.includes(' disabled=') }
}

it('lists a scheduled version that would revert the price', () => {
  const scheduled = {
    releases: [{ name: 'rWords', publishAt: '2027-11-27T17:00:00Z' }],
    offers: [{ _id: 'versions.rWords.offer', ...publishedCharges, summary: 'New words' }],
  }
  const { html, canSubmit } = renderDialog(scheduled)
  expect(html).toContain('Nov 27, 2027, 9:00')
  expect(html).toContain('Introductory price $997')
  expect(canSubmit).toBe(true)
})

it('disables publishing while scheduled versions load', () => {
  expect(renderDialog(undefined).canSubmit).toBe(false)
})

it('reports a failed request for scheduled versions', () => {
  expect(renderDialog('failed').html).toContain('couldn’t be checked')
})

it('lists nothing when no version is scheduled', () => {
  expect(renderDialog({ releases: [], offers: [] }).html).not.toContain('is scheduled for')
})
