/**
 * Harmful invisible characters: control characters except tabs and line breaks, soft hyphens, zero-width spaces, byte
 * order marks, and marks that override the text direction. Excludes joiners, which emoji and some scripts need, and the
 * direction marks of Hebrew and Arabic.
 */
const harmfulCharacters = /(?![\t\n\r])\p{Cc}|[\u00ad\u200b\ufeff\u202a-\u202e\u2066-\u2069]/gu

/** Line and paragraph separators, which browsers do not render as line breaks. */
const lineSeparators = /[\u2028\u2029]/g

/**
 * Removes harmful invisible characters.
 *
 * @param lineBreak - the replacement for a line separator: a line break in multi-line text, otherwise a space
 */
export function stripInvisible(text: string, lineBreak: '\n' | ' ' = ' '): string {
  return text.replace(lineSeparators, lineBreak).replace(harmfulCharacters, '')
}

/** Checks that a URL, a path or an email has no invisible character. Returns the problem, or null. */
export function describeInvisibleCharacterProblem(text: string): string | null {
  return /[\p{Cf}\p{Cc}\u2028\u2029]/u.test(text)
    ? 'This has an invisible character. Delete the text and type it instead of pasting it.'
    : null
}
