import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonLd } from './JsonLd'
import { serviceData } from './service'

const offer = {
  name: "Creator's Circle",
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
}

describe('JsonLd', () => {
  it('cannot be ended by a text', () => {
    const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)</script>' }} />)
    expect(html.match(/<\/?script/g)).toHaveLength(2)
    expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><script>alert(1)</script>' })
  })

  it('is left out without data', () => expect(renderToStaticMarkup(<JsonLd data={null} />)).toBe(''))
})

describe('serviceData', () => {
  it('gives the prices of the offer in the currency’s unit', () => {
    const data = serviceData([{ _type: 'offerSection', offer }], 'https://example.com')
    expect(data?.offers.priceCurrency).toBe('USD')
    expect(
      data?.offers.priceSpecification.map((price) => [
        price.price,
        price.billingStart,
        price.billingDuration,
      ]),
    ).toEqual([
      ['997.00', 0, 2],
      ['1497.00', 2, undefined],
    ])
  })

  it('describes only what the page shows', () => {
    expect(serviceData([{ _type: 'offerSection', hidden: true, offer }], 'https://example.com')).toBeNull()
    expect(serviceData([{ _type: 'offerSection', offer: { ...offer, introPrice: null } }], '')).toBeNull()
    expect(serviceData([{ _type: 'heroSection', offer }, null], '')).toBeNull()
  })
})
