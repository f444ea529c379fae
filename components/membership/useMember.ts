'use client'

import { useSyncExternalStore } from 'react'
import { getServerSnapshot, getSnapshot, type MemberState, subscribe } from '@/lib/membership/memberStore'

/** Who is signed in, as far as this tab knows; changes with every event of the account service's client. */
export function useMember(): MemberState {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}
