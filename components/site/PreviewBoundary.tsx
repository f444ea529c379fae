import { draftMode } from 'next/headers'
import { type ReactNode, Suspense } from 'react'

/**
 * A Suspense boundary in draft mode only, where a page reads the editor's cookies. Without the boundary, Next prerenders
 * the page for visitors completely.
 */
export async function PreviewBoundary({ children }: { children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return isEnabled ? <Suspense>{children}</Suspense> : children
}
