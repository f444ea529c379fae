import type { OfferNumbers } from '@/lib/content/text/offerTypes'
import { computeTotalValue, formatOfferMoney, parseAmount } from '@/lib/content/text/offerValues'
import { type Fields, findTexts, type Problem } from './walk'

/** The words for the numbers one to nineteen. */
export const numberWords =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

/** The minimum number of digits of an amount without “$”. Smaller numbers usually count something else. */
const minDigits = 3

/**
 * Finds text that hardcodes an amount or the number of months from the published offer, and would be wrong after the
 * offer changes: “997 dollars”, “USD 1,497”, “for two months”. The validation of text fields finds amounts with “$”.
 */
export function findHardcodedOfferValues(
  document: Fields,
  offer: OfferNumbers | null | undefined,
): Problem[] {
  if (!offer) return []
  const patterns = [
    ['{introPrice}', createAmountPattern(offer.introPrice, offer)],
    ['{regularPrice}', createAmountPattern(offer.regularPrice, offer)],
    ['{totalValue}', createAmountPattern(computeTotalValue(offer), offer)],
    ['{months}', createMonthsPattern(offer.introMonths)],
  ] as const
  // Text without spaces is usually a name or a URL.
  const texts = findTexts(document).filter(({ text }) => /\s/.test(text))
  return texts.flatMap(({ text, path }) => {
    const found = patterns.map(([placeholder, pattern]) => ({ placeholder, match: pattern?.exec(text)?.[0] }))
    const { placeholder, match } = found.find((candidate) => candidate.match) ?? {}
    const message = `“${match}” doesn’t update when the offer changes. If it’s part of the offer, use ${placeholder} instead of the number.`
    return match ? [{ path, message }] : []
  })
}

/**
 * Creates a pattern for an amount, with or without commas and zero decimals, but not after “$” or as part of another
 * number or name.
 *
 * @returns null for a missing or invalid amount, or one with fewer than {@link minDigits} digits before the decimals
 */
function createAmountPattern(amount: number | null | undefined, offer: OfferNumbers): RegExp | null {
  const [wholeUnits = '', decimals] = formatOfferMoney(amount, offer)
    .replace(/[^\d.,]/g, '')
    .split('.')
  if (wholeUnits.replaceAll(',', '').length < minDigits) return null
  const fraction = decimals ? `\\.${decimals}` : '(?:\\.0+)?'
  return new RegExp(
    `(?<![\\w$/.,#+-])(?<!\\$ )${wholeUnits.replaceAll(',', ',?')}${fraction}(?![\\w/-]|[.,]\\d)`,
  )
}

function createMonthsPattern(introMonths: number | null | undefined): RegExp | null {
  const months = parseAmount(introMonths)
  if (!months || months < 2) return null
  const word = numberWords[months - 1] ?? months
  return new RegExp(`(?<!first |opening |introductory )\\b(?:${months}|${word}) months\\b`, 'i')
}
