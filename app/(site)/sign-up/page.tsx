import { AlreadySignedIn, authPageQuery, createAuthPage } from '@/components/auth/AuthPage'
import { SignUpForm } from '@/components/auth/SignUpForm'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const SignUp = createAuthPage<'signUpPage'>(SignUpForm, AlreadySignedIn)
const { generateMetadata, Page } = createContentPage(pages.signUp, authPageQuery, SignUp)

export { generateMetadata, Page as default }
