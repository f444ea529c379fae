import { signUpPageQuery } from '@/components/auth/queries'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.signUp, signUpPageQuery, SignUp)

export { generateMetadata, Page as default }
