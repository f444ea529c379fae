import { Confirm } from '@/components/auth/confirm/Confirm'
import { confirmPageQuery } from '@/components/auth/queries'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { emailLinkScript } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.confirm, confirmPageQuery)

/** The script comes first: it takes the token out of the address before anything else can read it. */
export default function ConfirmPage() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script dangerouslySetInnerHTML={{ __html: emailLinkScript }} />
      <ContentPage entry={pages.confirm} query={confirmPageQuery} component={Confirm} />
    </>
  )
}
