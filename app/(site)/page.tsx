import { StatusCard } from '@/components/membership/status/StatusCard'
import { SectionPage, type SectionPageProps, sectionPageQuery } from '@/components/sections/SectionPage'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.home, sectionPageQuery, HomePage)

export { generateMetadata, Page as default }

function HomePage(props: SectionPageProps) {
  return (
    <>
      <StatusCard
        texts={props.site.messages.subscription}
        closeLabel={props.site.messages.accessibility.closeMessage}
        className="status-band"
      />
      <SectionPage {...props} />
    </>
  )
}
