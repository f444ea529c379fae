import { signUpPageQuery } from '@/components/auth/queries'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.signUp, signUpPageQuery, SignUp)

export { generateMetadata, Page as default }
