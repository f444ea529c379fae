import { authPageQuery } from '@/components/auth/authPageQuery'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.signUp, authPageQuery, SignUp)

export { generateMetadata, Page as default }
