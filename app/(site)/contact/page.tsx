import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { createContentPage } from '@/components/site/ContentPage'
import { bookingMarkScript } from '@/lib/contact/fields'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.contact,
  contactPageQuery,
  ContactContent,
  bookingMarkScript,
)

export { generateMetadata, Page as default }
