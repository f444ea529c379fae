'use client'

// This entry, unlike `next-sanity/studio`, adds no bridge script from another host.
import { NextStudio } from 'next-sanity/studio/client-component'
import config from '@/sanity.config'

/** A client component, since the Studio's configuration contains functions. */
export function StudioClient() {
  return <NextStudio config={config} />
}
