import { Account } from '@/components/auth/account/Account'
import { accountPageQuery } from '@/components/auth/queries'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.account, accountPageQuery, Account)

export { generateMetadata, Page as default }
