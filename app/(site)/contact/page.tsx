import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.contact, contactPageQuery)

export default function Page() {
  return <ContentPage entry={pages.contact} query={contactPageQuery} component={ContactContent} />
}
