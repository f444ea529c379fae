import type { Path, PortableTextBlock } from 'sanity'
import { offerPlaceholders } from '@/lib/content/text/offerValues'
import { listTableRows } from '@/lib/content/text/tables'
import { getProperty } from '@/lib/errorCode'
import { numberWords } from '@/studio/checks/hardcodedOfferValues'

const offerPlaceholderNames = Object.keys(offerPlaceholders)

/**
 * Checks the `{placeholders}` in a string.
 *
 * @param textPlaceholders - valid placeholders besides the offer's, without braces
 * @param requiredNames - placeholders that must appear, without braces
 * @returns the problem and its fix, or null
 */
export function describePlaceholderProblem(
  text: string,
  textPlaceholders: readonly string[] = [],
  requiredNames: readonly string[] = [],
): string | null {
  const names = [...new Set([...textPlaceholders, ...offerPlaceholderNames])]
  const validNames = `Valid placeholders: ${formatPlaceholders(names)}.`
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const unknown = used.find((name) => !names.includes(name))
  if (unknown !== undefined) return `“{${unknown}}” isn’t a placeholder for this text. ${validNames}`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) return `Unmatched { or }. ${validNames}`
  const missing = requiredNames.find((name) => !used.includes(name))
  return missing ? `{${missing}} is missing. Add it where its value should appear. ${validNames}` : null
}

// Starts at two, because “one” is rarely a count: “camera one”.
const spelledNumbers = `${numberWords.slice(1).join('|')}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[ -](?:${numberWords.slice(0, 9).join('|')}))?`
const numberPattern = `(?:\\d+|${spelledNumbers})`

const pricePattern: readonly [RegExp, string] = [
  /\$\s?\d[\d,.]*/,
  '{introPrice}, {regularPrice} or {totalValue}',
]

/** Patterns for hardcoded offer numbers, each with the placeholders that can replace the number. */
const hardcodedPatterns: readonly (readonly [RegExp, string])[] = [
  pricePattern,
  [
    createPattern(
      `(?<!within |after |every )(?!24 )\\b${numberPattern}[ -](?:\\w+ )?hours?\\b(?! (?:before|after|ago|later|in advance))`,
    ),
    '{hours}',
  ],
  [createPattern(`\\b${numberPattern}[ -](?:\\w+ ){0,2}clips?\\b`), '{clips}'],
  [createPattern(`\\b${numberPattern}[ -](?:\\w+ )?cameras?\\b`), '{cameras}'],
  [createPattern(`\\b(?:first|opening|introductory) ${numberPattern} months\\b`), '{months}'],
  [createPattern(`\\b${numberPattern}(?:-month| (?:opening|introductory) months)\\b`), '{months}'],
]

function createPattern(source: string): RegExp {
  return new RegExp(source, 'i')
}

/**
 * Finds a hardcoded price or number of hours, clips, cameras or months. If it belongs to the offer, it becomes outdated
 * when the offer changes.
 *
 * @returns advice that quotes the number, or null
 */
export function describeHardcodedNumber(text: unknown): string | null {
  return describeHardcodedValue(hardcodedPatterns, text)
}

/** Finds a hardcoded price; returns advice as {@link describeHardcodedNumber} does. */
export function describeHardcodedPrice(text: unknown): string | null {
  return describeHardcodedValue([pricePattern], text)
}

function describeHardcodedValue(patterns: typeof hardcodedPatterns, text: unknown): string | null {
  if (typeof text !== 'string') return null
  for (const [pattern, placeholders] of patterns) {
    const [match] = pattern.exec(text) ?? []
    if (!match) continue
    return `“${match}” doesn’t update when the offer changes. If it’s part of the offer, use ${placeholders} instead.`
  }
  return null
}

type Finding = { message: string; path: Path }

/** Creates a rule that checks each line of a list. */
export function createLineCheck(check: (text: string) => string | null) {
  return (lines: unknown): true | Finding => {
    const texts: unknown[] = Array.isArray(lines) ? lines : []
    for (const [index, text] of texts.entries()) {
      const message = typeof text === 'string' ? check(text) : null
      if (message) return { message, path: [index] }
    }
    return true
  }
}

/** Creates a rule that checks each span of Portable Text. */
export function createSpanCheck(check: (text: string) => string | null) {
  return (blocks: PortableTextBlock[] | undefined): true | Finding => {
    for (const block of blocks ?? []) {
      const cells = listTableRows(block).flat()
      const spans = [block, ...cells.flat()].flatMap((item) => getProperty(item, 'children'))
      for (const span of spans) {
        const text = getProperty(span, 'text')
        const message = typeof text === 'string' ? check(text) : null
        if (message) return { message, path: [{ _key: block._key }] }
      }
    }
    return true
  }
}

/** Formats placeholder names with braces: "{title}, {siteName}". */
export function formatPlaceholders(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ')
}
