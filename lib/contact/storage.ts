/** Keeps texts by name. */
export type Store = {
  read(name: string): string | null
  write(name: string, text: string): void
  remove(name: string): void
}

/**
 * A store that never throws. Browsers may refuse access to their storage, or run out of it; then the texts are kept
 * as long as the page is.
 *
 * @param open - gets the browser's storage; may throw
 */
export function tolerantStore(open: () => Storage): Store {
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
