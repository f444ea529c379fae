import { getProperty } from '@/lib/errorCode'
import { type ContactValues, fieldNames } from './fields'

/** Stores texts by name. */
export type Store = {
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/**
 * Creates a store that never throws. Browsers may refuse access to their storage, or run out of it; then the texts
 * last as long as the page.
 *
 * @param open - returns the browser's storage; may throw
 */
export function createTolerantStore(open: () => Storage): Store {
  const memory = new Map<string, string>()
  const attempt = <Result>(work: (storage: Storage) => Result): Result | undefined => {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  return {
    read: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    write(name, text) {
      const written = attempt((storage) => {
        storage.setItem(name, text)
        return true
      })
      if (written) memory.delete(name)
      else memory.set(name, text)
    },
    remove(name) {
      memory.delete(name)
      attempt((storage) => storage.removeItem(name))
    },
  }
}

const draftKey = 'contact-draft'

/** A visitor's draft; it survives a reload of the page, and ends with the tab. */
export function createDraftStore(store: Store) {
  return {
    /** The stored texts, as far as they can be read. */
    read: (): Partial<ContactValues> => parseTexts(parse(store.read(draftKey))),
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

function parseTexts(value: unknown): Partial<ContactValues> {
  const entries = fieldNames.map((name) => [name, getProperty(value, name)])
  return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'))
}
