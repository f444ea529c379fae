import { expect, it } from 'vitest'
import { testCard } from '../engine/testCards.ts'
import { TEST_CARDS } from './testCardList.ts'

it('lists every test card once, with its outcome', () => {
  const numbers = [...TEST_CARDS.matchAll(/<b>([\d ]+)<\/b>/g)].map(([, number]) => String(number))
  expect(new Set(numbers).size).toBe(9)
  for (const number of numbers) {
    expect(testCard(number), number).toBeDefined()
    expect(TEST_CARDS).toContain(`aria-label="Fill in ${number}"`)
  }
  expect(TEST_CARDS).toContain('is declined: insufficient funds')
})
