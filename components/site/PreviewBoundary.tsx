import { draftMode } from 'next/headers'
import { type ReactNode, Suspense } from 'react'

/**
 * Lets a page read the draft cookies of an editor, while the same page stays static for visitors:
 * outside draft mode there is no boundary, so the whole content is prerendered.
 */
export async function PreviewBoundary({ children }: { children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return isEnabled ? <Suspense>{children}</Suspense> : children
}
