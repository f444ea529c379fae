import { stegaClean } from '@sanity/client/stega'
import type { ReactNode } from 'react'
import { isLayoutElementId } from '@/lib/layoutElementIds'

type SectionShellProps = {
  /** The section's id, which the editor chose for links. */
  anchor: string | null | undefined
  surface: 'bone' | 'deep' | 'ink' | 'amber'
  className?: string
  /** The classes of the grid around the children. */
  gridClassName: string
  children: ReactNode
}

/** The frame of every section: its surface, anchor, spacing and columns. */
export function SectionShell({
  anchor,
  surface,
  className = 'py-section',
  gridClassName,
  children,
}: SectionShellProps) {
  return (
    <section id={toSectionId(anchor)} className={`section surface-${surface} ${className}`}>
      <div className={gridClassName}>{children}</div>
    </section>
  )
}

function toSectionId(anchor: string | null | undefined): string | undefined {
  const id = stegaClean(anchor)
  return typeof id === 'string' && /^[\w-]+$/.test(id) && !isLayoutElementId(id) ? id : undefined
}
