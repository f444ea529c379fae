'use client'

// Unlike `next-sanity/studio`, this entry point adds no bridge script from another host.
import { NextStudio } from 'next-sanity/studio/client-component'
import config from '@/sanity.config'

/** Every path below `/studio-admin` is rewritten to this page (next.config.ts), since the Studio has its own router. */
export default function StudioPage() {
  return <NextStudio config={config} />
}
