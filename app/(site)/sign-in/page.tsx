import { signInPageQuery } from '@/components/auth/queries'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.signIn, signInPageQuery, SignIn)

export { generateMetadata, Page as default }
