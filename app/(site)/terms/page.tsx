import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.terms, legalPageQuery)

export default function Page() {
  return <ContentPage entry={pages.terms} query={legalPageQuery} component={LegalDocument} />
}
