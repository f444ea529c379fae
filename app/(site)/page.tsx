import { SectionList } from '@/components/sections/SectionList'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { loadContent } from '@/lib/content/load'
import { homePageQuery } from '@/lib/content/queries/home'
import { loadSettings } from '@/lib/content/settings'

export default function Page() {
  return (
    <PreviewBoundary>
      <HomePage />
    </PreviewBoundary>
  )
}

async function HomePage() {
  const [page, site] = await Promise.all([
    loadContent(homePageQuery, { documents: ['homePage', 'offer'] }),
    loadSettings(),
  ])
  return <SectionList sections={page?.sections} site={site} />
}
