import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { createContentPage } from '@/components/site/ContentPage'
import { topicMarkScript } from '@/lib/contact/fields'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.contact,
  contactPageQuery,
  ContactContent,
  topicMarkScript,
)

export { generateMetadata, Page as default }
