import { Confirm } from '@/components/auth/confirm/Confirm'
import { confirmPageQuery } from '@/components/auth/queries'
import { contentPage } from '@/components/site/ContentPage'
import { InlineScript } from '@/components/ui/InlineScript'
import { emailLinkScript } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'

const { generateMetadata, Page: Content } = contentPage(pages.confirm, confirmPageQuery, Confirm)

export { generateMetadata }

/** The script comes first: it takes the token out of the address before anything else can read it. */
export default function ConfirmPage() {
  return (
    <>
      <InlineScript source={emailLinkScript} />
      <Content />
    </>
  )
}
