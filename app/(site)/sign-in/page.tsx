import { AlreadySignedIn, authPageQuery, createAuthPage } from '@/components/auth/AuthPage'
import { SignInForm } from '@/components/auth/SignInForm'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const SignIn = createAuthPage<'signInPage'>(SignInForm, AlreadySignedIn)
const { generateMetadata, Page } = createContentPage(pages.signIn, authPageQuery, SignIn)

export { generateMetadata, Page as default }
