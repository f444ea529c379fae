import type { Metadata } from 'next'
import { SignIn } from '@/components/membership/signIn/SignIn'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { signInPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['signInPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(signInPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/sign-in')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <SignInPage />
    </PreviewBoundary>
  )
}

async function SignInPage() {
  const page = await loadContent(signInPageQuery, { documents })
  return page ? <SignIn page={page} /> : null
}
