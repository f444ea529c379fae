/** Uses a storage of the browser, which settings and extensions can block. Then it returns undefined, and never throws. */
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
