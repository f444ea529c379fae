import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * Returns a value that only the browser can read, and that is constant while the page is open. Returns `initialValue`
 * until hydration.
 */
export function useBrowserValue<Value>(read: () => Value, initialValue: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => initialValue)
}
