import type { Metadata } from 'next'
import { SectionList } from '@/components/sections/SectionList'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { aboutPageQuery } from '@/lib/content/queries/about'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['aboutPage', 'offer']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(aboutPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/about')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <AboutPage />
    </PreviewBoundary>
  )
}

async function AboutPage() {
  const [page, site] = await Promise.all([loadContent(aboutPageQuery, { documents }), loadSettings()])
  return <SectionList sections={page?.sections} site={site} />
}
