import { useSyncExternalStore } from 'react'
import { getServerSnapshot, getSnapshot, subscribe, type UserState } from '@/lib/auth/browser/userStore'

/** Returns the user's state in this tab, which changes with every event from the account service's client. */
export function useUser(): UserState {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
