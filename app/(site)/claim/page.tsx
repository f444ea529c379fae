import { Claim } from '@/components/auth/claim/Claim'
import { claimPageQuery } from '@/components/auth/queries'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.claim, claimPageQuery, Claim)

export { generateMetadata, Page as default }
