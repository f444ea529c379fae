import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { chargeChanges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from './ConfirmCharges'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('../useQuery', () => ({ useQuery: fetched }))
vi.mock('../releases', () => ({ hasReleases: true }))

const sold = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 49_700 }

/** What the question says, and its buttons, when the lake answers so. */
function question(answer: unknown): { html: string; isReady: boolean } {
  fetched.mockReturnValue(answer)
  const changes = chargeChanges(sold, { ...sold, introPrice: 104_700 })
  const ignore = () => undefined
  const html = renderToStaticMarkup(
    <ThemeProvider theme={buildTheme()}>
      <ConfirmCharges changes={changes} currency="usd" onCancel={ignore} onConfirm={ignore} />
    </ThemeProvider>,
  )
  const submit = /<button[^>]*type="submit"[^>]*>/.exec(html)?.[0] ?? ''
  return { html, isReady: submit !== '' && !submit.includes(' disabled=') }
}

it('names a scheduled version that would take the price back', () => {
  const scheduled = {
    releases: [{ name: 'rWords', publishAt: '2027-11-27T17:00:00Z' }],
    offers: [{ _id: 'versions.rWords.offer', ...sold, summary: 'New words' }],
  }
  const { html, isReady } = question(scheduled)
  expect(html).toContain('Nov 27, 2027, 9:00')
  expect(html).toContain('Introductory price $997')
  expect(isReady).toBe(true)
})

it('waits until that is known, and says when it cannot be', () => {
  expect(question(undefined).isReady).toBe(false)
  expect(question('failed').html).toContain('couldn’t be checked')
  expect(question({ releases: [], offers: [] }).html).not.toContain('is scheduled for')
})
