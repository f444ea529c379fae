import { useState, useTransition } from 'react'
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
  const [isBusy, startTransition] = useTransition()

  async function signOut(scope: 'local' | 'global') {
    try {
      storeSessionEnding(undefined)
      throwIfError(await client.signOut({ scope }))
      onSignedOut()
    } catch (error) {
      setProblem(toProblemNames(error, navigator.onLine)[0])
    }
  }

  const renderButton = (scope: 'local' | 'global', label: string | undefined) => (
    <button
      type="button"
      aria-disabled={isBusy}
      className="button button-quiet"
      onClick={() => isBusy || startTransition(() => signOut(scope))}
    >
      {label}
    </button>
  )
  return (
    <Section heading={texts.sessionsHeading}>
      <p dir="auto">{texts.sessionsText}</p>
      <div className="auth-actions">
        {renderButton('local', texts.signOutHere)}
        {renderButton('global', texts.signOutEverywhere)}
      </div>
      <ProblemAlert problem={problem} texts={texts} />
    </Section>
  )
}
