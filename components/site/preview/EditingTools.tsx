'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import type { EditingSessionProps } from './EditingSession'

const EditingSession = lazy(() => import('./EditingSession'))

/**
 * Loads the scripts of editing, in the browser of an editor only. `lazy` instead of `next/dynamic`: the latter's
 * runtime would load with every visitor's page, as this component's reference does.
 */
export function EditingTools(props: EditingSessionProps) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  if (!mounted) return null
  return (
    <Suspense>
      <EditingSession {...props} />
    </Suspense>
  )
}
