'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthLink } from '../AuthLink'
import { AuthSwitch } from '../AuthSwitch'
import { SecondFactorView } from '../SecondFactorView'
import { formatProblem } from '../texts'
import { View } from '../View'
import { DeleteSection } from './DeleteSection'
import { EmailSection } from './EmailSection'
import { FactorSection } from './FactorSection'
import { PasswordSection } from './PasswordSection'
import { type AccountTexts, Section } from './Section'
import { SessionsSection } from './SessionsSection'
import { useAccount } from './useAccount'

/** Problems whose messages mention the visitor's entries. This page has none yet. */
const outages: readonly ProblemName[] = ['serviceDown', 'noAnswer', 'offline']

/** Shows the user's account, or the reason why it cannot be shown. */
export function AccountView({ texts }: { texts: AccountTexts }) {
  const { state, reload } = useAccount()
  // Shown after the user has signed out or deleted the account here, until a user signs in.
  const [farewell, setFarewell] = useState<ReactNode>()
  const isFarewellShown = farewell !== undefined && state.name !== 'account'
  // Runs after `View` has focused its heading, since focusing may scroll.
  useEffect(() => {
    if (isFarewellShown) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [isFarewellShown])
  if (isFarewellShown) return farewell
  const problemName = 'problem' in state && state.problem
  const problemText =
    problemName && (outages.includes(problemName) ? texts.failedText : formatProblem(problemName, texts))
  const problem = problemText && (
    <p role="alert" dir="auto" className="form-failed">
      {problemText}
    </p>
  )
  const signInLink = <AuthLink href="/sign-in?next=%2Faccount" className="button" label={texts.signInLink} />
  const signedOut = (
    <div className="auth-view">
      {problem || <Text className="text-lead">{texts.signedOutText}</Text>}
      {signInLink}
    </div>
  )
  const homeLink = <AuthLink href="/" className="button" label={texts.homeLink} />
  const sayFarewell = (heading: string, text: string, link: ReactNode) =>
    setFarewell(
      <View heading={heading} text={text}>
        {link}
      </View>,
    )
  switch (state.name) {
    case 'loading':
      // Fills the window, so that the footer does not shift when the account loads.
      return (
        <AuthSwitch
          signedIn={<Text className="min-h-svh text-lead">{texts.working}</Text>}
          signedOut={signedOut}
        />
      )
    case 'signedOut':
      // After a sign-out in another tab, the heading receives the focus that was in the account.
      return state.wasSignedIn ? (
        <View heading={texts.signedOutHeading} text={problemText || texts.signedOutText}>
          {signInLink}
        </View>
      ) : (
        signedOut
      )
    case 'failed':
      return (
        <div className="auth-view">
          {problem}
          <button type="button" className="button" onClick={reload}>
            {texts.retry}
          </button>
        </div>
      )
    case 'secondFactor':
      return <SecondFactorView texts={texts} onDone={reload} />
    default: {
      const { email = '', new_email: newEmail } = state.user
      const sectionProps = { texts, client: state.client, email, newEmail }
      return (
        <div className="account">
          <p dir="auto" className="text-lead">
            {fillTemplate(texts.signedInText, { email })}
          </p>
          <Section heading={texts.securityGroup} isGroup>
            <EmailSection {...sectionProps} />
            <PasswordSection {...sectionProps} />
            <FactorSection {...sectionProps} />
            <SessionsSection
              {...sectionProps}
              onSignedOut={() => sayFarewell(texts.signedOutHeading, texts.signedOutText, signInLink)}
            />
            <DeleteSection
              {...sectionProps}
              onDeleted={() => {
                sayFarewell(texts.deletedHeading, texts.deletedText, homeLink)
                reload()
              }}
            />
          </Section>
        </div>
      )
    }
  }
}
