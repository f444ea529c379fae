import { useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { throwIfError } from '@/lib/auth/browser/authCalls'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { storeSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { ProblemAlert } from '../ProblemAlert'
import { type AccountSectionProps, Section } from './Section'

/** Signs the user out on this device or on every device. */
export function SessionsSection({
  texts,
  client,
  onSignedOut,
}: AccountSectionProps & { onSignedOut: () => void }) {
  const [problem, setProblem] = useState<ProblemName>()

  async function signOut(scope: 'local' | 'global') {
    try {
      storeSessionEnding(undefined)
      throwIfError(await client.signOut({ scope }))
      onSignedOut()
    } catch (error) {
      setProblem(toProblemNames(error, navigator.onLine)[0])
    }
  }

  return (
    <Section heading={texts.sessionsHeading}>
      <p dir="auto">{texts.sessionsText}</p>
      <div className="auth-actions">
        <ActionButton className="button button-quiet" action={() => signOut('local')}>
          {texts.signOutHere}
        </ActionButton>
        <ActionButton className="button button-quiet" action={() => signOut('global')}>
          {texts.signOutEverywhere}
        </ActionButton>
      </div>
      <ProblemAlert problem={problem} texts={texts} />
    </Section>
  )
}
