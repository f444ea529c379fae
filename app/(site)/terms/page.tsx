import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.terms, legalPageQuery, LegalDocument)

export { generateMetadata, Page as default }
