import { draftMode } from 'next/headers'
import { type ReactNode, Suspense } from 'react'

/**
 * A Suspense boundary in draft mode only, where a page waits for cookies. Visitors' pages have no boundary, so Next
 * prerenders them completely.
 */
export async function PreviewBoundary({ children }: { children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return isEnabled ? <Suspense>{children}</Suspense> : children
}
