import { StatusCard } from '@/components/membership/status/StatusCard'
import { SectionPage, type SectionPageProps, sectionPageQuery } from '@/components/sections/SectionPage'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { givenTexts } from '@/lib/content/contentGuards'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.home, sectionPageQuery)

export default function Page() {
  return <ContentPage entry={pages.home} query={sectionPageQuery} component={HomePage} />
}

function HomePage(props: SectionPageProps) {
  return (
    <>
      <StatusCard
        texts={givenTexts(props.page.messages?.subscription)}
        closeLabel={props.site.messages?.accessibility?.closeMessage ?? ''}
      />
      <SectionPage {...props} />
    </>
  )
}
