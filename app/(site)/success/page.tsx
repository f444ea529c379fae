import type { Metadata } from 'next'
import { Confirmation } from '@/components/membership/Confirmation'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { successPageQuery } from '@/lib/content/queries/success'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['successPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(successPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/success')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <SuccessPage />
    </PreviewBoundary>
  )
}

async function SuccessPage() {
  const page = await loadContent(successPageQuery, { documents })
  return page ? <Confirmation page={page} /> : null
}
