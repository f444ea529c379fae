import { Confirm } from '@/components/auth/confirm/Confirm'
import { confirmPageQuery } from '@/components/auth/queries'
import { createContentPage } from '@/components/site/ContentPage'
import { emailLinkScript } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.confirm,
  confirmPageQuery,
  Confirm,
  emailLinkScript,
)

export { generateMetadata, Page as default }
