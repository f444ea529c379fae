import { type TextFieldOptions, wordsField } from '../fields/text'

/** Makes a function that makes the fields for messages of up to so many characters. */
export function createMessageField(limit: number) {
  return (name: string, title: string, description: string, options: TextFieldOptions = {}) => {
    const { max = limit } = options
    return wordsField(name, title, description, { max, rows: max > 100 ? 2 : undefined, ...options })
  }
}

/** Makes the field for a message of up to 80 characters, unless it says more. */
export const message = createMessageField(80)
