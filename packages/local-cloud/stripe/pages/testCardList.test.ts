import { expect, it } from 'vitest'
import { testCard } from '../engine/testCards.ts'
import { TEST_CARDS } from './testCardList.ts'

it('lists every test card once, in numbers that are taken, and says what each does', () => {
  const numbers = [...TEST_CARDS.matchAll(/<b>([\d ]+)<\/b>/g)].map(([, number]) => String(number))
  expect(numbers).toHaveLength(16)
  expect(new Set(numbers).size).toBe(16)
  expect(numbers).toContain('3782 822463 10005')
  for (const number of numbers) {
    expect(testCard(number), number).toBeDefined()
    for (const label of ['Fill in', 'Copy']) expect(TEST_CARDS).toContain(`aria-label="${label} ${number}"`)
  }
  for (const meaning of ['is declined: insufficient funds', 'pays, and is disputed: product not received'])
    expect(TEST_CARDS).toContain(meaning)
})
