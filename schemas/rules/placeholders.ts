/**
 * Checks the `{placeholders}` of a text.
 *
 * @param text - what the editor wrote
 * @param known - names that the site fills in, without brackets
 * @param needed - names that must appear
 * @returns what is wrong and how to put it right, or null
 */
export function placeholderProblem(
  text: string | undefined,
  known: readonly string[] = [],
  needed: readonly string[] = [],
): string | null {
  if (!text) return null
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) return `“{${unknown}}” cannot be filled in here. ${whatExists(known)}`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) {
    return `A curly bracket has lost its partner. ${whatExists(known)}`
  }
  const missing = needed.find((name) => !used.includes(name))
  return missing ? `Put {${missing}} where the site should fill it in. ${whatExists(known)}` : null
}

function whatExists(known: readonly string[]): string {
  if (known.length === 0) return 'This text has no placeholders: write it without curly brackets.'
  return `The placeholders of this text are ${inBrackets(known)}.`
}

/** Writes placeholder names as an editor types them: "{title}, {siteName}". */
export function inBrackets(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ')
}
