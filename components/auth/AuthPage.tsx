import { defineQuery } from 'groq'
import type { ComponentType, ReactNode } from 'react'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { AuthLink } from './AuthLink'
import { AuthSwitch } from './AuthSwitch'
import { type AuthDocument, getTexts, type PageTexts } from './texts'

/** GROQ query for an account page; `$id` is its document's id. `lib/messages/accountPages.ts` defines the fields. */
export const authPageQuery =
  defineQuery(`*[_type in ["signInPage", "signUpPage", "forgotPasswordPage", "resetPasswordPage", "confirmPage", "accountPage"] && _id == $id][0]{
  ...,
  seo{${seoFields}}
}`)

type AuthPageName = Parameters<typeof getTexts>[0]['_type']

type TextsComponent<Name extends AuthPageName> = ComponentType<{ texts: PageTexts<Name> }>

/**
 * Creates a page of the kind `account` (`lib/pages.ts`): a heading with a form beside it.
 *
 * @param Form - the form for visitors who are not signed in, and for users unless `UserForm` is set
 * @param UserForm - the form for users
 * @param ContentBelowHeading - content below the heading, in its column
 */
export function createAuthPage<Name extends AuthPageName>(
  Form: TextsComponent<Name>,
  UserForm?: TextsComponent<Name>,
  ContentBelowHeading?: ComponentType<{ site: SiteContent }>,
) {
  return function AuthPage({ page, site }: { page: AuthDocument; site: SiteContent }): ReactNode {
    const texts = getTexts<Name>(page, site.messages.account)
    const signedOutHeading = 'visitorHeading' in page && page.visitorHeading
    const form = <Form texts={texts} />
    return (
      <div className="auth-page ring-field surface-bone relative pt-10 pb-section lg:pt-20">
        <div className="page-grid gap-y-10">
          <div className="auth-text col-span-full lg:col-span-5">
            <div className="auth-intro">
              {signedOutHeading ? (
                <h1 dir="auto" className="text-title">
                  <span className="for-users">{texts.heading}</span>
                  <span className="for-visitors">{signedOutHeading}</span>
                </h1>
              ) : (
                <Heading level={1} className="text-title">
                  {texts.heading}
                </Heading>
              )}
              <Text
                className={`mt-6 max-w-[22em] text-lead text-muted ${signedOutHeading ? 'for-users' : ''}`}
              >
                {texts.lead}
              </Text>
            </div>
            {ContentBelowHeading && <ContentBelowHeading site={site} />}
          </div>
          <div className="col-span-full max-w-xl lg:col-[7/-1]">
            <div className="without-script form-failed mb-6">
              <Text>{texts.scriptNeeded}</Text>
              <p>
                <AuthLink href="/contact?topic=membership" label={texts.contactLink} />
              </p>
              <p>
                <AuthLink href="/api/portal-login" label={texts.portalLogin} />
              </p>
            </div>
            {UserForm ? <AuthSwitch signedIn={<UserForm texts={texts} />} signedOut={form} /> : form}
          </div>
        </div>
      </div>
    )
  }
}

type FormReplacementProps = { text: string; href: string; label: string }

/** A message and a link, shown instead of a form that the visitor cannot use. */
export function FormReplacement({ text, href, label }: FormReplacementProps) {
  return (
    <>
      <Text className="text-lead">{text}</Text>
      <AuthLink href={href} label={label} />
    </>
  )
}

/** Shown to signed-in users in place of a form. */
export function AlreadySignedIn({ texts }: { texts: { signedInText: string; accountLink: string } }) {
  return <FormReplacement text={texts.signedInText} href="/account" label={texts.accountLink} />
}
