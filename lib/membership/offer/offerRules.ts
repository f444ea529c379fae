/**
 * The rules of a valid offer. The Studio's fields (`schemas/singletons/offer.ts`) and billing (`offer.ts`) share
 * them, so that every published offer can be bought.
 */

/** Stripe's minimum charge: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minPriceCents = 50
/** The maximum amount, a hundred thousand dollars. A higher amount counts as a typo. */
const maxAmountCents = 10_000_000

/** The placeholders that terms with the introductory price must have. */
export const pricePlaceholders = ['introPrice', 'months', 'regularPrice'] as const

/** The rules of the terms, each with its title for editors; `packageName` has no rule. */
export const offerRules = {
  name: { title: 'Name of the membership' },
  currency: { title: 'Currency', choices: [{ title: 'US dollars', value: 'usd' }] },
  introPrice: { title: 'Introductory price', min: minPriceCents },
  introMonths: { title: 'Introductory months', max: 24 },
  regularPrice: { title: 'Regular price', min: minPriceCents },
  shortTerms: { title: 'Terms in one line', requiredPlaceholders: pricePlaceholders },
  renewalTerms: { title: 'Renewal terms', requiredPlaceholders: pricePlaceholders },
  regularTerms: {
    title: 'Renewal terms without the introductory price',
    requiredPlaceholders: ['regularPrice'],
  },
} as const

/**
 * Finds the problem with an amount of money.
 *
 * @param cents - the amount
 * @returns the problem as a message for editors; null for a valid amount
 */
export function findAmountProblem(cents: number, { title, min = 1 }: { title: string; min?: number }) {
  if (!Number.isInteger(cents)) return `“${title}” isn’t a dollar amount. Enter it like 12.50.`
  if (cents <= 0) return `“${title}” has to be more than zero.`
  if (cents < min) return `“${title}” has to be at least $0.${min}, Stripe’s minimum charge.`
  if (cents > maxAmountCents) return `“${title}” is more than $100,000. Is there an extra zero?`
  return null
}

/** Returns a message if a quantity or a number of months is not a whole number from 1 to `max`; null otherwise. */
export function findCountProblem(
  count: number,
  { title, max }: { title: string; max: number },
): string | null {
  const isCount = Number.isInteger(count) && count >= 1 && count <= max
  return isCount ? null : `“${title}” has to be a whole number from 1 to ${max}.`
}

/** Returns a message when the introductory price is higher than the regular price; null otherwise. */
export function findIntroductionProblem(introPrice: number, regularPrice: number): string | null {
  if (introPrice <= regularPrice) return null
  return 'The introductory price is higher than the regular price, so nothing can be sold. Are the two swapped?'
}
