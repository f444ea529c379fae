import type { Workspace } from 'sanity'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTerms, termNames } from '@/lib/membership/offer/offer'
import { createRandom } from '@/tests/support/random'
import { seedDocument } from '@/tests/support/seedDocuments'
import { createTestWorkspace, listFindings } from '@/tests/support/workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

const published = seedDocument('offer')
const findErrors = async (offer: typeof published) =>
  (await listFindings(workspace, offer)).filter(({ level }) => level === 'error')

/** Valid and invalid values of each term. */
const termValues: Record<(typeof termNames)[number], readonly unknown[]> = {
  name: [undefined, null, '', ' ', 7, 'Circle', 'x'.repeat(61)],
  packageName: [undefined, null, '', 'Two months', 7],
  currency: [undefined, 'usd', 'USD', 'eur', 'dollars'],
  introPrice: [
    undefined,
    null,
    -1,
    0,
    1,
    49,
    50,
    99.5,
    99_700,
    149_700,
    149_701,
    10_000_000,
    10_000_001,
    '99700',
  ],
  introMonths: [undefined, null, -1, 0, 1, 1.5, 2, 24, 25, '2'],
  regularPrice: [undefined, null, 0, 49, 50, 99_699, 99_700, 149_700, 10_000_000, 10_000_001, Number.NaN],
  shortTerms: [undefined, null, '', published.shortTerms, 'From {introPrice} a month.'],
  renewalTerms: [
    undefined,
    null,
    '',
    ' ',
    published.renewalTerms,
    'You pay {introPrice}, then {regularPrice}.',
  ],
  regularTerms: [undefined, null, '', published.regularTerms, `You pay $1,497. ${'It renews. '.repeat(9)}`],
}

describe('an offer that passes the Studio’s validation', () => {
  it('can be sold, for random combinations of terms', async () => {
    const random = createRandom(20_261_122)
    const outcomes = { sold: 0, refused: 0 }
    for (let index = 0; index < 60; index += 1) {
      const offer = { ...published }
      const changedNames = random.shuffle(termNames).slice(0, 1 + random.number(3))
      for (const name of changedNames) offer[name] = random.shuffle(termValues[name])[0]
      const { problem } = readTerms(offer)
      if (problem) {
        const failureMessage = `${JSON.stringify(changedNames.map((name) => [name, offer[name]]))}: ${problem}`
        expect(await findErrors(offer), failureMessage).not.toEqual([])
      }
      outcomes[problem ? 'refused' : 'sold'] += 1
    }
    expect(outcomes.sold).toBeGreaterThan(10)
    expect(outcomes.refused).toBeGreaterThan(10)
  })
})

describe('an offer with one invalid term', () => {
  it.each<[(typeof termNames)[number], unknown]>([
    ['name', undefined],
    ['name', ' '],
    ['currency', undefined],
    ['currency', 'eur'],
    ['introPrice', undefined],
    ['introPrice', 49],
    ['introPrice', 99.5],
    ['introPrice', 10_000_001],
    ['introPrice', 149_701],
    ['introMonths', undefined],
    ['introMonths', 0],
    ['introMonths', 25],
    ['introMonths', 1.5],
    ['regularPrice', undefined],
    ['regularPrice', 10_000_001],
    ['renewalTerms', undefined],
    ['renewalTerms', `You pay $997 for {months} months, then {regularPrice}. ${'It renews. '.repeat(9)}`],
    ['regularTerms', undefined],
    ['regularTerms', `You pay $1,497 a month. ${'It renews. '.repeat(9)}`],
  ])('is refused by the Studio and by billing: %s %j', async (name, value) => {
    const offer = { ...published, [name]: value }
    expect(await findErrors(offer)).toContainEqual(expect.objectContaining({ path: name }))
    expect(readTerms(offer).problem).toMatch(new RegExp(`^${name}: .+`))
  })
})
