import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.contact, contactPageQuery, ContactContent)

export { generateMetadata, Page as default }
