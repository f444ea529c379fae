'use client'

import { lazy, Suspense } from 'react'
import { useBrowserValue } from '@/components/ui/useBrowserValue'
import type { EditingSessionProps } from './EditingSession'

const EditingSession = lazy(() => import('./EditingSession'))

/**
 * Loads the scripts for editing, in previews only. It uses `lazy` instead of `next/dynamic`, whose runtime would load on
 * every page.
 */
export function EditingTools(props: EditingSessionProps) {
  const isHydrated = useBrowserValue(() => true, false)
  if (!isHydrated) return null
  return (
    <Suspense>
      <EditingSession {...props} />
    </Suspense>
  )
}
