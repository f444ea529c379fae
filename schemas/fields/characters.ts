/**
 * Checks text for invisible characters that set its direction: some of them would reverse a price. Text that
 * is pasted from contact lists and chats can contain them.
 *
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 *
 * @returns the problem and its fix, or null
 */
export function describeDirectionProblem(text: string): string | null {
  return /[\u202a-\u202e\u2066-\u2069]/.test(text)
    ? 'This text has an invisible character that reverses its direction. Type the text instead of pasting it.'
    : null
}
