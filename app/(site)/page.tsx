import type { Metadata } from 'next'
import { StatusPlace } from '@/components/membership/status/StatusPlace'
import { SectionList } from '@/components/sections/SectionList'
import { JsonLd } from '@/components/seo/JsonLd'
import { serviceData } from '@/components/seo/service'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { homePageQuery } from '@/lib/content/queries/home'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata, siteOrigin } from '@/lib/seo/metadata'

const documents = ['homePage', 'offer', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(homePageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <HomePage />
    </PreviewBoundary>
  )
}

async function HomePage() {
  const [page, site] = await Promise.all([loadContent(homePageQuery, { documents }), loadSettings()])
  return (
    <>
      <StatusPlace messages={page?.messages} />
      <SectionList sections={page?.sections} site={site} />
      <JsonLd data={serviceData(page?.sections, siteOrigin)} />
    </>
  )
}
