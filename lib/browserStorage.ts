/** Calls `use` with the browser's storage. Returns undefined instead of throwing, for example if storage is blocked. */
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
