import { offerPlaceholders } from '@/lib/content/text/offerValues'
import type { Message, MessageArea } from '@/lib/messages/defineArea'
import { textField } from './text'

/** Defines a message area's fields. Custom text must use the default text's {placeholders}, except the offer's. */
export function defineMessageFields({ messages }: MessageArea) {
  return Object.entries(messages).map(defineMessageField)
}

function defineMessageField([name, [text, title, description, max]]: [string, Message]) {
  const placeholders = [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, placeholder = '']) => placeholder)
    .filter((placeholder) => !(placeholder in offerPlaceholders))
  return textField(name, title, description, {
    optional: true,
    defaultText: text,
    placeholders,
    needed: placeholders,
    max: max ?? Math.max(80, 3 * text.length),
    rows: text.length > 60 ? Math.ceil(text.length / 80) + 1 : undefined,
  })
}
