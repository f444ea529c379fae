import { getProperty } from '@/lib/errorCode'
import { type ContactValues, fieldNames } from './fields'

/** Stores texts by name. */
export type Store = {
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/**
 * Creates a store that never throws. Browsers may refuse access to their storage, or run out of it; then it is empty.
 *
 * @param getStorage - returns the browser's storage; may throw
 */
export function createTolerantStore(getStorage: () => Storage): Store {
  const tryStorage = <Result>(work: (storage: Storage) => Result): Result | undefined => {
    try {
      return work(getStorage())
    } catch {
      return undefined
    }
  }
  return {
    read: (name) => tryStorage((storage) => storage.getItem(name)) ?? null,
    write: (name, text) => tryStorage((storage) => storage.setItem(name, text)),
    remove: (name) => tryStorage((storage) => storage.removeItem(name)),
  }
}

const unsentMessageKey = 'contact-draft'

/** Creates the store of a visitor's unsent message. */
export function createUnsentMessageStore(store: Store) {
  return {
    /** Returns the stored texts, without invalid ones. */
    read: (): Partial<ContactValues> => parseTexts(store.read(unsentMessageKey)),
    save: (values: ContactValues) => store.write(unsentMessageKey, JSON.stringify(values)),
    clear: () => store.remove(unsentMessageKey),
  }
}

function parseTexts(text: string | null): Partial<ContactValues> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const entries = fieldNames.map((name) => [name, getProperty(value, name)])
    return Object.fromEntries(entries.filter(([, entry]) => typeof entry === 'string'))
  } catch {
    return {}
  }
}
