import type { ComponentType, ReactNode } from 'react'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { isText } from '@/lib/content/contentGuards'
import type { SiteContent } from '@/lib/content/settings'
import { AuthLink } from './AuthLink'
import { BySession } from './BySession'
import { type AuthDocument, type TextsOf, textsOf } from './texts'

type Shown<Page> = ComponentType<{ texts: TextsOf<Page> }>

/**
 * Makes a page of accounts: what it is for, and beside it the form. A page whose form has no words on its button shows
 * none.
 *
 * @param Form - shown to everybody, or to visitors where users get something else
 * @param ForUsers - shown to whoever is signed in
 * @param Beside - shown below what the page is for
 */
export function authPage<Page extends AuthDocument | null>(
  Form: Shown<Page>,
  ForUsers?: Shown<Page>,
  Beside?: ComponentType<{ page: NonNullable<Page>; site: SiteContent }>,
) {
  return function AuthPage({ page, site }: { page: NonNullable<Page>; site: SiteContent }): ReactNode {
    const texts = textsOf<Page>(page)
    const visitorHeading = isText(page.visitorHeading) ? page.visitorHeading : undefined
    const form = <Form texts={texts} />
    return (
      <div className="auth-page ring-field surface-bone font-document relative pt-10 pb-section lg:pt-20">
        <div className="page-grid gap-y-10">
          <div className="auth-words col-span-full lg:col-span-5">
            <div className="auth-purpose">
              {visitorHeading ? (
                <h1 dir="auto" className="text-title">
                  <span className="for-users">{texts.heading}</span>
                  <span className="for-visitors">{visitorHeading}</span>
                </h1>
              ) : (
                <Heading level={1} className="text-title">
                  {texts.heading}
                </Heading>
              )}
              <Text className={`mt-6 max-w-[36ch] text-lead text-muted ${visitorHeading ? 'for-users' : ''}`}>
                {texts.lead}
              </Text>
            </div>
            {Beside && <Beside page={page} site={site} />}
          </div>
          <div className="col-span-full max-w-xl lg:col-[7/-1]">
            <noscript>
              <Text className="form-failed">{texts.scriptNeeded}</Text>
            </noscript>
            {(texts.submit || !('submit' in page)) &&
              (ForUsers ? <BySession signedIn={<ForUsers texts={texts} />} signedOut={form} /> : form)}
          </div>
        </div>
      </div>
    )
  }
}

type InsteadProps = { text: string | undefined; href: string; label: string | undefined }

/** Shown in place of a form that is not for this visitor. */
export function Instead({ text, href, label }: InsteadProps) {
  return (
    <>
      <Text className="text-lead">{text}</Text>
      <AuthLink href={href} label={label} />
    </>
  )
}

/** Shown in place of a form to whoever is signed in already. */
export function SignedInAlready({ texts }: { texts: { signedInText?: string; accountLink?: string } }) {
  return <Instead text={texts.signedInText} href="/account" label={texts.accountLink} />
}
