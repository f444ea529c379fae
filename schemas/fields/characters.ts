/**
 * Checks a text for characters that turn the direction of what follows: a price would be read from its end. They come
 * with what is pasted from telephone books and chats.
 *
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 *
 * @returns what is wrong and how to put it right, or null
 */
export function directionProblem(text: string): string | null {
  return /[\u202a-\u202e\u2066-\u2069]/.test(text)
    ? 'An invisible character in this text turns the direction of its words. Please type the text instead of pasting it.'
    : null
}
