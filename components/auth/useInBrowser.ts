import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** What only the browser knows, and does not change while the page is shown; static pages have `before`. */
export function useInBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => before)
}
