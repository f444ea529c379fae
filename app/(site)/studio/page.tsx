import type { Metadata } from 'next'
import { SectionList } from '@/components/sections/SectionList'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { studioPageQuery } from '@/lib/content/queries/studio'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['studioPage', 'gallery']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(studioPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/studio')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <StudioPage />
    </PreviewBoundary>
  )
}

async function StudioPage() {
  const [page, site] = await Promise.all([loadContent(studioPageQuery, { documents }), loadSettings()])
  return <SectionList sections={page?.sections} site={site} />
}
