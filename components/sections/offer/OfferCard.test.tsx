import { type ContentSourceMap, stegaEncodeSourceMap } from '@sanity/client/stega'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OfferInclusions, OfferValues } from './OfferCard'

const styles = (amounts: readonly (number | null)[]) => {
  const values = amounts.map((amount, index) => ({
    _key: `${index}`,
    title: `Item ${index}`,
    text: null,
    amount,
    unit: 'once' as const,
  }))
  const html = renderToStaticMarkup(<OfferValues offer={{ values }} level={2} />)
  return [...html.matchAll(/style="--from:([\d.]+)%;--share:([\d.]+)%"/g)].map(([, from, share]) => [
    Number(from),
    Number(share),
  ])
}

it('places each share after the previous ones', () => {
  expect(styles([5000, 2500, 2500])).toEqual([
    [0, 50],
    [50, 25],
    [75, 25],
  ])
})

it('gives no share without an amount, and never divides by zero', () => {
  expect(styles([null, 1000])).toEqual([
    [0, 0],
    [0, 100],
  ])
  expect(styles([null, null])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

const sourceMap: ContentSourceMap = {
  documents: [{ _id: 'offer', _type: 'offer' }],
  paths: ["$['title']"],
  mappings: {
    "$['title']": { type: 'value', source: { type: 'documentValue', document: 0, path: 0 } },
  },
}
const { title: marked } = stegaEncodeSourceMap({ title: 'Studio time' }, sourceMap, {
  enabled: true,
  studioUrl: '/studio-admin',
})
const offerCard = (title: string) => {
  const value = { _key: 'a', title, text: null, amount: 360_000, unit: 'once' as const }
  const inclusion = { _key: 'b', title, text: null, quantity: 8, counts: null }
  const offer = { values: [value], inclusions: [inclusion] }
  return renderToStaticMarkup(
    <>
      <OfferInclusions offer={offer} level={2} />
      <OfferValues offer={offer} level={2} />
    </>,
  )
}

it('links amounts and quantities to their fields in Presentation', () => {
  const fields = [...offerCard(marked).matchAll(/data-sanity="([^"]*)"/g)].map(([, field]) => field)
  expect(fields).toEqual([
    expect.stringContaining('path=inclusions:b.quantity'),
    expect.stringContaining('path=values:a.amount'),
  ])
  expect(fields.every((field) => field?.startsWith('id=offer;type=offer;'))).toBe(true)
})

it('renders no edit attributes for visitors', () => {
  expect(offerCard('Studio time')).not.toContain('data-sanity')
})
