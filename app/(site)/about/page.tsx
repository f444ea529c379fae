import { SectionPage, sectionPageQuery } from '@/components/sections/SectionPage'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.about, sectionPageQuery, SectionPage)

export { generateMetadata, Page as default }
