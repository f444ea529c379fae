import type { Path, PortableTextBlock } from 'sanity'
import { spellNumber } from '@/lib/content/checks/hardcodedOfferValues'
import { offerPlaceholders } from '@/lib/content/offerValues'
import { getProperty } from '@/lib/errorCode'

const offerNames = Object.keys(offerPlaceholders)

/**
 * Checks the `{placeholders}` of a text.
 *
 * @param text - what the editor wrote
 * @param known - names that the site fills in besides the numbers of the offer, without brackets
 * @param needed - names that must appear
 * @returns what is wrong and how to put it right, or null
 */
export function placeholderProblem(
  text: string,
  known: readonly string[] = [],
  needed: readonly string[] = [],
): string | null {
  const names = [...new Set([...known, ...offerNames])]
  const whatExists = `The placeholders of this text are ${formatPlaceholders(names)}.`
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const unknown = used.find((name) => !names.includes(name))
  if (unknown !== undefined) return `“{${unknown}}” cannot be filled in here. ${whatExists}`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, '')))
    return `A curly bracket has lost its partner. ${whatExists}`
  const missing = needed.find((name) => !used.includes(name))
  return missing ? `Put {${missing}} where the site should fill it in. ${whatExists}` : null
}

// “One” is mostly no number: “camera one”.
const words = Array.from({ length: 98 }, (_, index) => spellNumber(index + 2)?.replace('-', '[ -]'))
const number = `(?:\\d+|${words.join('|')})`

const price: readonly [RegExp, string] = [/\$\s?\d[\d,.]*/, 'a price of the offer']

/** How texts say a number of the offer by hand, and with which placeholder they should. */
const byHand: readonly (readonly [RegExp, string])[] = [
  price,
  [
    wording(
      `(?<!within |after |every )(?!24 )\\b${number}[ -](?:\\w+ )?hours?\\b(?! (?:before|after|ago|later|in advance))`,
    ),
    '{hours}',
  ],
  [wording(`\\b${number}[ -](?:\\w+ ){0,2}clips?\\b`), '{clips}'],
  [wording(`\\b${number}[ -](?:\\w+ )?cameras?\\b`), '{cameras}'],
  [wording(`\\b(?:first|opening|introductory) ${number} months\\b`), '{months}'],
  [wording(`\\b${number}(?:-month| (?:opening|introductory) months)\\b`), '{months}'],
]

function wording(source: string): RegExp {
  return new RegExp(source, 'i')
}

/**
 * Finds a number of the offer that a text says by hand, so that it would go on saying it when the offer changes.
 *
 * @returns advice that names the words, or null
 */
export function hardcodedNumberAdvice(text: unknown): string | null {
  return findHardcodedAdvice(byHand, text)
}

/** Finds a price that a text says by hand, as {@link hardcodedNumberAdvice} does. */
export function hardcodedPriceAdvice(text: unknown): string | null {
  return findHardcodedAdvice([price], text)
}

function findHardcodedAdvice(patterns: typeof byHand, text: unknown): string | null {
  if (typeof text !== 'string') return null
  for (const [pattern, instead] of patterns) {
    const [words] = pattern.exec(text) ?? []
    if (!words) continue
    const use = instead.startsWith('{') ? instead : '{introPrice}, {regularPrice} or {totalValue}'
    return `“${words}” stays as it is when the offer changes. If it is about the offer, write ${use} instead of the number.`
  }
  return null
}

type Finding = { message: string; path: Path }

/** Makes a rule for lists of lines that runs a check over each of them. */
export function checkEachLine(check: (text: string) => string | null) {
  return (lines: unknown): true | Finding => {
    const texts: unknown[] = Array.isArray(lines) ? lines : []
    for (const [index, text] of texts.entries()) {
      const message = typeof text === 'string' ? check(text) : null
      if (message) return { message, path: [index] }
    }
    return true
  }
}

/** Makes a rule for Portable Text that runs a check over each span of it. */
export function checkEachSpan(check: (text: string) => string | null) {
  return (blocks: PortableTextBlock[] | undefined): true | Finding => {
    for (const block of blocks ?? []) {
      for (const span of Array.isArray(block.children) ? block.children : []) {
        const text = getProperty(span, 'text')
        const message = typeof text === 'string' ? check(text) : null
        if (message) return { message, path: [{ _key: block._key }] }
      }
    }
    return true
  }
}

/** Writes placeholder names as an editor types them: "{title}, {siteName}". */
export function formatPlaceholders(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ')
}
