import { useSyncExternalStore } from 'react'

const subscribeToNone = () => () => {}

/** Returns a value that only the browser can read, constant while the page is open; `before` until hydration. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNone, read, () => before)
}
