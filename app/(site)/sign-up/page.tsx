import type { Metadata } from 'next'
import { SignUp } from '@/components/membership/signUp/SignUp'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { signUpPageQuery } from '@/lib/content/queries/members'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'

const documents = ['signUpPage', 'messages']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(signUpPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, '/sign-up')
}

export default function Page() {
  return (
    <PreviewBoundary>
      <SignUpPage />
    </PreviewBoundary>
  )
}

async function SignUpPage() {
  const page = await loadContent(signUpPageQuery, { documents })
  return page ? <SignUp page={page} /> : null
}
