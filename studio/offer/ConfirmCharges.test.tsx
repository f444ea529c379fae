import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { compareCharges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from './ConfirmCharges'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('../useQuery', () => ({ useQuery: fetched }))
vi.mock('../releases', () => ({ hasReleases: true }))

const sold = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }

/** Renders the dialog with this result of the query. */
function renderDialog(result: unknown): { html: string; isReady: boolean } {
  fetched.mockReturnValue(result)
  const changes = compareCharges(sold, { ...sold, introPrice: 104_700 })
  const ignore = () => undefined
  const html = renderToStaticMarkup(
    <ThemeProvider theme={buildTheme()}>
      <ConfirmCharges changes={changes} currency="usd" onCancel={ignore} onConfirm={ignore} />
    </ThemeProvider>,
  )
  const submit = /<button[^>]*type="submit"[^>]*>/.exec(html)?.[0] ?? ''
  return { html, isReady: submit !== '' && !submit.includes(' disabled=') }
}

it('lists a scheduled version that would revert the price', () => {
  const scheduled = {
    releases: [{ name: 'rWords', publishAt: '2027-11-27T17:00:00Z' }],
    offers: [{ _id: 'versions.rWords.offer', ...sold, summary: 'New words' }],
  }
  const { html, isReady } = renderDialog(scheduled)
  expect(html).toContain('Nov 27, 2027, 9:00')
  expect(html).toContain('Introductory price $997')
  expect(isReady).toBe(true)
})

it('waits for scheduled versions, and reports a failed request', () => {
  expect(renderDialog(undefined).isReady).toBe(false)
  expect(renderDialog('failed').html).toContain('couldn’t be checked')
  expect(renderDialog({ releases: [], offers: [] }).html).not.toContain('is scheduled for')
})
