import { SectionPage, sectionPageQuery } from '@/components/sections/SectionPage'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.services, sectionPageQuery)

export default function Page() {
  return <ContentPage entry={pages.services} query={sectionPageQuery} component={SectionPage} />
}
