import { draftKey } from './draftKey'
import { type ContactValues, fieldNames } from './fields'
import type { Store } from './storage'

/** What a visitor has begun to write; it survives a reload of the page, and ends with the tab. */
export function draftIn(store: Store) {
  return {
    /** The texts that were kept, as far as they can be read. */
    read: (): Partial<ContactValues> => textsOf(parse(store.read(draftKey))),
    save: (values: ContactValues) => store.write(draftKey, JSON.stringify(values)),
    clear: () => store.remove(draftKey),
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function textsOf(value: unknown): Partial<ContactValues> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = new Map(Object.entries(value))
  return Object.fromEntries(
    fieldNames.map((name) => [name, entries.get(name)]).filter(([, text]) => typeof text === 'string'),
  )
}
