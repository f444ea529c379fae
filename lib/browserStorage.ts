/** Calls `use` with the browser's storage. Returns undefined if settings or extensions block it; never throws. */
export function tryStorage<Result>(
  use: (storage: Storage) => Result,
  name: 'localStorage' | 'sessionStorage' = 'localStorage',
): Result | undefined {
  try {
    return use(globalThis[name])
  } catch {
    return undefined
  }
}
