'use client'

// This entry, unlike `next-sanity/studio`, adds no bridge script from another host.
import { NextStudio } from 'next-sanity/studio/client-component'
import config from '@/sanity.config'

/** The Studio runs in the browser only. */
export function StudioClient() {
  return <NextStudio config={config} />
}
