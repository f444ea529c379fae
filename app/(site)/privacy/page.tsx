import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.privacy, legalPageQuery, LegalDocument)

export { generateMetadata, Page as default }
