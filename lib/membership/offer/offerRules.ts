/**
 * The rules of a valid offer, shared by the Studio's fields, the pages and billing, so that every published offer can be
 * bought. `offer.ts` derives the schema for parsing from them, `schemas/singletons/offer.ts` the fields.
 */

/** Stripe charges no less: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. Cents. */
const minPrice = 50
/** The maximum amount, a hundred thousand dollars; more is taken for a typo. Cents. */
const maxAmount = 10_000_000

/** The placeholders that a text about the price must have. */
export const pricePlaceholders = ['introPrice', 'months', 'regularPrice'] as const

/** The rules of each term, with its title for editors. */
export const offerRules = {
  name: { title: 'Name of the membership' },
  currency: { title: 'Currency', choices: [{ title: 'US dollars', value: 'usd' }] },
  introPrice: { title: 'Introductory price', min: minPrice },
  introMonths: { title: 'Introductory months', max: 24 },
  regularPrice: { title: 'Regular price', min: minPrice },
  shortTerms: { title: 'Terms in one line', needed: pricePlaceholders },
  renewalTerms: { title: 'Renewal terms', needed: pricePlaceholders },
  regularTerms: { title: 'Renewal terms without the introduction', needed: ['regularPrice'] },
} as const

/**
 * Checks an amount of money.
 *
 * @param cents - the amount
 * @returns the fault and its correction, or null
 */
export function findAmountProblem(cents: number, { title, min = 1 }: { title: string; min?: number }) {
  if (!Number.isInteger(cents)) {
    return `“${title}” is no amount of dollars and whole cents. Please write it again, for example 12.50.`
  }
  if (cents <= 0) return `“${title}” has to be more than zero.`
  if (cents < min) return `“${title}” has to be at least $0.${min}: Stripe charges no less.`
  if (cents > maxAmount) return `“${title}” would be more than $100,000. Is there a zero too many?`
  return null
}

/** Checks a quantity or a number of months, which is at least one. */
export function findCountProblem(
  count: number,
  { title, max }: { title: string; max: number },
): string | null {
  const isCount = Number.isInteger(count) && count >= 1 && count <= max
  return isCount ? null : `“${title}” has to be a whole number from 1 to ${max}.`
}

/** Checks that the introduction costs no more than the regular price. */
export function findIntroductionProblem(introPrice: number, regularPrice: number): string | null {
  if (introPrice <= regularPrice) return null
  return 'The introductory price is higher than the regular price, so nothing is sold. Are the two mixed up?'
}
