import { stegaClean } from '@sanity/client/stega'
import type { ReactNode } from 'react'

type SectionShellProps = {
  /** The editor's name for links to this place. */
  anchor: string | null | undefined
  surface: 'bone' | 'deep' | 'ink' | 'amber'
  className?: string
  children: ReactNode
}

/** The frame of every section: its surface, its place for links, its space. */
export function SectionShell({ anchor, surface, className = 'py-section', children }: SectionShellProps) {
  return (
    <section id={sectionId(anchor)} className={`section surface-${surface} ${className}`}>
      {children}
    </section>
  )
}

function sectionId(anchor: string | null | undefined): string | undefined {
  const id = stegaClean(anchor)
  return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : undefined
}
