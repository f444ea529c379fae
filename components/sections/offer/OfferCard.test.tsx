import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OfferValues } from './OfferCard'

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

it('lays each share of the whole where the ones before have come to', () => {
  expect(styles([5000, 2500, 2500])).toEqual([
    [0, 50],
    [50, 25],
    [75, 25],
  ])
})

it('gives no share to what has no amount, and divides nothing by nothing', () => {
  expect(styles([null, 1000])).toEqual([
    [0, 0],
    [0, 100],
  ])
  expect(styles([null, null])).toEqual([
    [0, 0],
    [0, 0],
  ])
})
