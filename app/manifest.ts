import type { MetadataRoute } from 'next'
import { ink } from '@/lib/colors'
import { loadSettings } from '@/lib/content/reading/settings'

/** The web app manifest, for visitors who add the site to their home screen. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { settings } = await loadSettings({ plain: true })
  return {
    name: settings?.siteName ?? undefined,
    short_name: settings?.siteName ?? undefined,
    description: settings?.tagline ?? undefined,
    start_url: '/',
    display: 'minimal-ui',
    background_color: ink,
    theme_color: ink,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
