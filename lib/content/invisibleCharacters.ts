/**
 * Harmful invisible characters: control characters, soft hyphens, zero-width spaces, byte order marks, and marks that
 * override the text direction. Excludes joiners, which emoji and some scripts need, and the direction marks of Hebrew and
 * Arabic.
 */
const harmful = /(?![\t\n\r])\p{Cc}|[\u00ad\u200b\ufeff\u202a-\u202e\u2066-\u2069]/gu

/** Line and paragraph separators, which browsers do not render as line breaks. */
const separators = /[\u2028\u2029]/g

/**
 * Removes invisible characters that do harm.
 *
 * @param lineBreak - what replaces a line separator: a line break in a text of several lines, otherwise a space
 */
export function stripInvisible(text: string, lineBreak: '\n' | ' ' = ' '): string {
  return text.replace(separators, lineBreak).replace(harmful, '')
}

/**
 * Checks a URL, a path or an email, in which no invisible character has a meaning.
 *
 * @returns what is wrong and how to correct it, or null
 */
export function invisibleProblem(text: string): string | null {
  return /[\p{Cf}\p{Cc}\u2028\u2029]/u.test(text)
    ? 'This has an invisible character. Delete the text and type it instead of pasting it.'
    : null
}
