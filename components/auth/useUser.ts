import { useSyncExternalStore } from 'react'
import { getServerSnapshot, getSnapshot, subscribe, type UserState } from '@/lib/auth/browser/userStore'

/** Who is signed in, as far as this tab knows; changes with every event of the account service's client. */
export function useUser(): UserState {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
