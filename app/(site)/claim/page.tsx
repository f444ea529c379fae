import type { Metadata } from 'next'
import { Claim } from '@/components/membership/claim/Claim'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { claimPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['claimPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(claimPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/claim')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <ClaimPage />
    </PreviewBoundary>
  )
}

async function ClaimPage() {
  const page = await loadContent(claimPageQuery, { documents })
  return page ? <Claim page={page} /> : null
}
