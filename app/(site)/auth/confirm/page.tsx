import { authPageQuery, createAuthPage } from '@/components/auth/AuthPage'
import { ConfirmForm } from '@/components/auth/confirm/ConfirmForm'
import { createContentPage } from '@/components/site/ContentPage'
import { emailLinkScript } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'

const Confirm = createAuthPage<'confirmPage'>(ConfirmForm)
const { generateMetadata, Page } = createContentPage(pages.confirm, authPageQuery, Confirm, emailLinkScript)

export { generateMetadata, Page as default }
