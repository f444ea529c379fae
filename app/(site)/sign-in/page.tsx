import { signInPageQuery } from '@/components/auth/queries'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.signIn, signInPageQuery, SignIn)

export { generateMetadata, Page as default }
