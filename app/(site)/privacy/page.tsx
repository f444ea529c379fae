import type { Metadata } from 'next'
import { LegalDocument } from '@/components/legal/LegalDocument'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { legalPageQuery } from '@/lib/content/queries/legal'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const params = { id: 'legalPage-privacy' }
const documents = [params.id]

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(legalPageQuery, { params, documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/privacy')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <PrivacyPage />
    </PreviewBoundary>
  )
}

async function PrivacyPage() {
  const [page, site] = await Promise.all([loadContent(legalPageQuery, { params, documents }), loadSettings()])
  return page ? <LegalDocument page={page} site={site} /> : null
}
