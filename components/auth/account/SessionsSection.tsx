import { ActionButton } from '@/components/ui/form/ActionButton'
import { throwIfError } from '@/lib/auth/browser/authCalls'
import { storeSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { useProblemAlert } from '../ProblemAlert'
import { type AccountSectionProps, Section } from './Section'

/** Signs the user out on this device or on every device. */
export function SessionsSection({
  texts,
  client,
  onSignedOut,
}: AccountSectionProps & { onSignedOut: () => void }) {
  const { alert, run } = useProblemAlert(texts)
  const signOut = (scope: 'local' | 'global') =>
    run(async () => {
      storeSessionEnding(undefined)
      throwIfError(await client.signOut({ scope }))
      onSignedOut()
    })

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
      {alert}
    </Section>
  )
}
