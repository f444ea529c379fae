import type { Metadata } from 'next'
import { SectionList } from '@/components/sections/SectionList'
import { JsonLd } from '@/components/seo/JsonLd'
import { serviceData } from '@/components/seo/service'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { servicesPageQuery } from '@/lib/content/queries/services'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata, siteOrigin } from '@/lib/seo/metadata'

const documents = ['servicesPage', 'offer']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(servicesPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/services')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <ServicesPage />
    </PreviewBoundary>
  )
}

async function ServicesPage() {
  const [page, site] = await Promise.all([loadContent(servicesPageQuery, { documents }), loadSettings()])
  return (
    <>
      <SectionList sections={page?.sections} site={site} />
      <JsonLd data={serviceData(page?.sections, siteOrigin)} />
    </>
  )
}
