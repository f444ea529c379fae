import { stegaClean } from '@sanity/client/stega'
import type { ReactNode } from 'react'
import { isFrameId } from '@/lib/frameIds'

type SectionShellProps = {
  /** The link name that the editor gave the section. */
  anchor: string | null | undefined
  surface: 'bone' | 'deep' | 'ink' | 'amber'
  className?: string
  /** The classes of the grid around its parts. */
  grid: string
  children: ReactNode
}

/** The frame of every section: its surface, anchor, spacing and columns. */
export function SectionShell({
  anchor,
  surface,
  className = 'py-section',
  grid,
  children,
}: SectionShellProps) {
  return (
    <section id={sectionId(anchor)} className={`section surface-${surface} ${className}`}>
      <div className={grid}>{children}</div>
    </section>
  )
}

function sectionId(anchor: string | null | undefined): string | undefined {
  const id = stegaClean(anchor)
  return typeof id === 'string' && /^[\w-]+$/.test(id) && !isFrameId(id) ? id : undefined
}
