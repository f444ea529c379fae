import { authPageQuery } from '@/components/auth/authPageQuery'
import { Confirm } from '@/components/auth/confirm/Confirm'
import { createContentPage } from '@/components/site/ContentPage'
import { emailLinkScript } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.confirm, authPageQuery, Confirm, emailLinkScript)

export { generateMetadata, Page as default }
