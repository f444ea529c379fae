import type { Metadata } from 'next'
import { Account } from '@/components/membership/account/Account'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { accountPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['accountPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(accountPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/account')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <AccountPage />
    </PreviewBoundary>
  )
}

async function AccountPage() {
  const page = await loadContent(accountPageQuery, { documents })
  return page ? <Account page={page} /> : null
}
