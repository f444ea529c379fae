import type { Metadata } from 'next'
import { ForgotPassword } from '@/components/membership/password/ForgotPassword'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { forgotPasswordPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['forgotPasswordPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(forgotPasswordPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/forgot-password')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <ForgotPasswordPage />
    </PreviewBoundary>
  )
}

async function ForgotPasswordPage() {
  const page = await loadContent(forgotPasswordPageQuery, { documents })
  return page ? <ForgotPassword page={page} /> : null
}
