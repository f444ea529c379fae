import type { Metadata } from 'next'
import { ResetPassword } from '@/components/membership/password/ResetPassword'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { resetPasswordPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['resetPasswordPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(resetPasswordPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/reset-password')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <ResetPasswordPage />
    </PreviewBoundary>
  )
}

async function ResetPasswordPage() {
  const page = await loadContent(resetPasswordPageQuery, { documents })
  return page ? <ResetPassword page={page} /> : null
}
