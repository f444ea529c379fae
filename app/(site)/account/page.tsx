import { authPageQuery } from '@/components/auth/AuthPage'
import { Account } from '@/components/auth/account/Account'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.account, authPageQuery, Account)

export { generateMetadata, Page as default }
