import { authPageQuery } from '@/components/auth/authPageQuery'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.signIn, authPageQuery, SignIn)

export { generateMetadata, Page as default }
