import { useSyncExternalStore } from 'react'

const subscribeToNone = () => () => {}

/** A value that only the browser has, constant while the page is shown; static pages render `before`. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNone, read, () => before)
}
