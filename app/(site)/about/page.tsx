import { SectionPage, sectionPageQuery } from '@/components/sections/SectionPage'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.about, sectionPageQuery, SectionPage)

export { generateMetadata, Page as default }
