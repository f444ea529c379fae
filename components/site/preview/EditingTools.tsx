'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import type { EditingSessionProps } from './EditingSession'

const EditingSession = lazy(() => import('./EditingSession'))

/**
 * Loads the scripts for editing, in previews only. It uses `lazy` instead of `next/dynamic`, whose runtime would load on
 * every page.
 */
export function EditingTools(props: EditingSessionProps) {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  if (!isMounted) return null
  return (
    <Suspense>
      <EditingSession {...props} />
    </Suspense>
  )
}
