import { Claim } from '@/components/auth/claim/Claim'
import { claimPageQuery } from '@/components/auth/queries'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.claim, claimPageQuery, Claim)

export { generateMetadata, Page as default }
