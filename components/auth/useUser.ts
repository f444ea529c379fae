import { useSyncExternalStore } from 'react'
import { getServerSnapshot, getSnapshot, subscribe, type UserState } from '@/lib/auth/browser/userStore'

/** The user's state in this tab; changes with every event of the account service's client. */
export function useUser(): UserState {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
