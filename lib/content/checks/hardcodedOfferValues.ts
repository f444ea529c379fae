import type { OfferNumbers } from '../offerTypes'
import { offerMoney, parseAmount, totalValue } from '../offerValues'
import { type Fields, findTexts, type Problem } from './walk'

const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A whole number from 1 to 99 in words: “twenty-one”. Undefined for any other. */
export function spellNumber(number: number): string | undefined {
  if (number < 20) return small[number - 1]
  const [ten, one] = [tens[Math.floor(number / 10) - 2], small[(number % 10) - 1]]
  return ten && one ? `${ten}-${one}` : ten
}

/** Fewest digits of an amount without its currency: a smaller number may count anything. */
const minDigits = 3

/**
 * Finds texts that state an amount or the months of the published offer as literals, which would be outdated after a
 * change of the offer: “997 dollars”, “USD 1,497”, “for two months”. The rules of each text find amounts with “$”.
 */
export function findHardcodedOfferValues(
  document: Fields,
  offer: OfferNumbers | null | undefined,
): Problem[] {
  if (!offer) return []
  const patterns = [
    ['{introPrice}', createAmountPattern(offer.introPrice, offer)],
    ['{regularPrice}', createAmountPattern(offer.regularPrice, offer)],
    ['{totalValue}', createAmountPattern(totalValue(offer), offer)],
    ['{months}', createMonthsPattern(offer.introMonths)],
  ] as const
  // A single word is a name or a URL.
  const texts = findTexts(document).filter(({ text }) => /\s/.test(text))
  return texts.flatMap(({ text, path }) => {
    for (const [instead, pattern] of patterns) {
      const [words] = pattern?.exec(text) ?? []
      if (!words) continue
      const message = `“${words}” stays as it is when the offer changes. If it is about the offer, write ${instead} instead of the number.`
      return [{ path, message }]
    }
    return []
  })
}

/**
 * Matches an amount as people type it: with and without commas and decimals, and never as a part of another number or
 * name.
 */
function createAmountPattern(amount: number | null | undefined, offer: OfferNumbers): RegExp | null {
  const [whole = '', decimals] = offerMoney(amount, offer)
    .replace(/[^\d.,]/g, '')
    .split('.')
  if (whole.replaceAll(',', '').length < minDigits) return null
  const fraction = decimals ? `\\.${decimals}` : '(?:\\.0+)?'
  return new RegExp(`(?<![\\w$/.,#+-])(?<!\\$ )${whole.replaceAll(',', ',?')}${fraction}(?![\\w/-]|[.,]\\d)`)
}

function createMonthsPattern(introMonths: number | null | undefined): RegExp | null {
  const months = parseAmount(introMonths)
  if (!months || months < 2) return null
  const word = spellNumber(months)?.replace('-', '[ -]') ?? months
  return new RegExp(`(?<!first |opening |introductory )\\b(?:${months}|${word}) months\\b`, 'i')
}
