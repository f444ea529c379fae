import type { Metadata } from 'next'
import { ContactContent } from '@/components/contact/ContactContent'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { contactPageQuery } from '@/lib/content/queries/contact'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['contactPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(contactPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/contact')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <ContactPage />
    </PreviewBoundary>
  )
}

async function ContactPage() {
  const [page, site] = await Promise.all([loadContent(contactPageQuery, { documents }), loadSettings()])
  return page ? <ContactContent page={page} site={site} /> : null
}
