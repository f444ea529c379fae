import { type TextFieldOptions, wordsField } from '../fields/text'

/** Creates a function that defines message fields with a maximum length. */
export function createMessageField(limit: number) {
  return (name: string, title: string, description: string, options: TextFieldOptions = {}) => {
    const { max = limit } = options
    return wordsField(name, title, description, { max, rows: max > 100 ? 2 : undefined, ...options })
  }
}

/** Defines a message field of at most 80 characters by default. */
export const message = createMessageField(80)
