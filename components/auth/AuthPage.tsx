import type { ComponentType, ReactNode } from 'react'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { isText } from '@/lib/content/contentGuards'
import type { SiteContent } from '@/lib/content/settings'
import { AuthLink } from './AuthLink'
import { AuthSwitch } from './AuthSwitch'
import { type AuthDocument, getTexts, type PageTexts } from './texts'

type TextView<Page> = ComponentType<{ texts: PageTexts<Page> }>

/**
 * Creates an account page: its heading, and beside it the form. Without a button label it shows no form.
 *
 * @param Form - for everyone, or for visitors only when `ForUsers` is set
 * @param ForUsers - for users
 * @param Beside - below the heading
 */
export function createAuthPage<Page extends AuthDocument | null>(
  Form: TextView<Page>,
  ForUsers?: TextView<Page>,
  Beside?: ComponentType<{ page: NonNullable<Page>; site: SiteContent }>,
) {
  return function AuthPage({ page, site }: { page: NonNullable<Page>; site: SiteContent }): ReactNode {
    const texts = getTexts<Page>(page)
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
              <Text className="form-failed mb-6">{texts.scriptNeeded}</Text>
            </noscript>
            {(texts.submit || !('submit' in page)) &&
              (ForUsers ? <AuthSwitch signedIn={<ForUsers texts={texts} />} signedOut={form} /> : form)}
          </div>
        </div>
      </div>
    )
  }
}

type FormReplacementProps = { text: string | undefined; href: string; label: string | undefined }

/** Shown in place of a form that is not for this visitor. */
export function FormReplacement({ text, href, label }: FormReplacementProps) {
  return (
    <>
      <Text className="text-lead">{text}</Text>
      <AuthLink href={href} label={label} />
    </>
  )
}

/** Replaces a form for signed-in users. */
export function AlreadySignedIn({ texts }: { texts: { signedInText?: string; accountLink?: string } }) {
  return <FormReplacement text={texts.signedInText} href="/account" label={texts.accountLink} />
}
