import { tryStorage } from '@/lib/browserStorage'
import { getProperty } from '@/lib/errorCode'
import { type ContactValues, fieldNames } from './fields'

const storageKey = 'contact-draft'

/** A visitor's unsent message, stored for this tab unless the browser blocks storage. */
export const unsentMessage = {
  /** Returns the stored values, without invalid ones. */
  read(): Partial<ContactValues> {
    const stored = tryStorage(
      (storage): unknown => JSON.parse(storage.getItem(storageKey) ?? 'null'),
      'sessionStorage',
    )
    const entries = fieldNames.map((name) => [name, getProperty(stored, name)])
    return Object.fromEntries(entries.filter(([, entry]) => typeof entry === 'string'))
  },
  save(values: ContactValues) {
    tryStorage((storage) => storage.setItem(storageKey, JSON.stringify(values)), 'sessionStorage')
  },
  clear() {
    tryStorage((storage) => storage.removeItem(storageKey), 'sessionStorage')
  },
}
