import { type ContentSourceMap, stegaEncodeSourceMap } from '@sanity/client/stega'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OfferInclusions, OfferValues } from './OfferCard'

const renderShares = (amounts: readonly (number | null)[]) => {
  const values = amounts.map((amount, index) => ({
    _key: `${index}`,
    title: `Item ${index}`,
    text: null,
    amount,
    unit: 'once' as const,
  }))
  const html = renderToStaticMarkup(<OfferValues offer={{ values }} level={2} />)
  return [...html.matchAll(/style="--share-start:([\d.]+)%;--share-length:([\d.]+)%"/g)].map(
    ([, start, length]) => [Number(start), Number(length)],
  )
}

it('starts the share bar of each value where the previous one ends', () => {
  expect(renderShares([5000, 2500, 2500])).toEqual([
    [0, 50],
    [50, 25],
    [75, 25],
  ])
})

it('computes a share of 0 for a value without an amount, and for every value if the total is 0', () => {
  expect(renderShares([null, 1000])).toEqual([
    [0, 0],
    [0, 100],
  ])
  expect(renderShares([null, null])).toEqual([
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
const { title: titleWithStega } = stegaEncodeSourceMap({ title: 'Studio time' }, sourceMap, {
  enabled: true,
  studioUrl: '/studio-admin',
})
const renderOfferCard = (title: string) => {
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
  const fields = [...renderOfferCard(titleWithStega).matchAll(/data-sanity="([^"]*)"/g)].map(
    ([, field]) => field,
  )
  expect(fields).toEqual([
    expect.stringContaining('path=inclusions:b.quantity'),
    expect.stringContaining('path=values:a.amount'),
  ])
  expect(fields.every((field) => field?.startsWith('id=offer;type=offer;'))).toBe(true)
})

it('renders no edit attributes for visitors', () => {
  expect(renderOfferCard('Studio time')).not.toContain('data-sanity')
})
