import type { ReactNode } from 'react'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { AuthLink } from './AuthLink'
import type { SharedTexts } from './texts'

type AuthPageProps = {
  texts: SharedTexts & { heading?: string; lead?: string }
  children: ReactNode
}

/** A page of accounts: what it is for, and beside it the form. */
export function AuthPage({ texts, children }: AuthPageProps) {
  return (
    <div className="auth-page ring-field surface-bone relative pt-10 pb-section lg:pt-20">
      <div className="page-grid gap-y-10">
        <div className="auth-words col-span-full lg:col-span-5">
          <Heading level={1} className="text-title">
            {texts.heading}
          </Heading>
          <Text className="mt-6 max-w-[36ch] text-lead text-muted">{texts.lead}</Text>
        </div>
        <div className="col-span-full max-w-xl lg:col-[7/-1]">
          <noscript>
            <Text className="form-failed">{texts.scriptNeeded}</Text>
          </noscript>
          {children}
        </div>
      </div>
    </div>
  )
}

/** Shown in place of a form to whoever is signed in already. */
export function SignedInAlready({ texts }: { texts: { signedInText?: string; accountLink?: string } }) {
  return (
    <>
      <Text className="text-lead">{texts.signedInText}</Text>
      <AuthLink href="/account" label={texts.accountLink} />
    </>
  )
}
