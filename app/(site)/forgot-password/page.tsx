import { authPageQuery, createAuthPage } from '@/components/auth/AuthPage'
import { ForgotPasswordForm } from '@/components/auth/ForgotPasswordForm'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const ForgotPassword = createAuthPage<'forgotPasswordPage'>(ForgotPasswordForm)
const { generateMetadata, Page } = createContentPage(pages.forgotPassword, authPageQuery, ForgotPassword)

export { generateMetadata, Page as default }
