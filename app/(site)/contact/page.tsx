import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.contact, contactPageQuery, ContactContent)

export { generateMetadata, Page as default }
