import { labelField, type TextFieldOptions } from '../fields/text'

/** Creates a function that defines message fields, each with this maximum length unless its options have another. */
export function createMessageField(maxLength: number) {
  return (name: string, title: string, description: string, options: TextFieldOptions = {}) => {
    const { max = maxLength } = options
    return labelField(name, title, description, { max, rows: max > 100 ? 2 : undefined, ...options })
  }
}

/** Defines a message field of at most 80 characters by default. */
export const message = createMessageField(80)
