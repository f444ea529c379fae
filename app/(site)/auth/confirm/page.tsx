import type { Metadata } from 'next'
import { Confirm } from '@/components/membership/confirm/Confirm'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { confirmPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { emailLinkScript } from '@/lib/membership/emailLink'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['confirmPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(confirmPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/auth/confirm')
}

export default function Page() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script dangerouslySetInnerHTML={{ __html: emailLinkScript }} />
      <PreviewBoundary>
        <ConfirmPage />
      </PreviewBoundary>
    </>
  )
}

async function ConfirmPage() {
  const page = await loadContent(confirmPageQuery, { documents })
  return page ? <Confirm page={page} /> : null
}
