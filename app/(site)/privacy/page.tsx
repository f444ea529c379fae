import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.privacy, legalPageQuery)

export default function Page() {
  return <ContentPage entry={pages.privacy} query={legalPageQuery} component={LegalDocument} />
}
