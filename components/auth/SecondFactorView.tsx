import type { ReactNode } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { verifyAppCode } from '@/lib/auth/browser/authCalls'
import { loadAuthClient, signOutHere } from '@/lib/auth/browser/userStore'
import { AuthForm } from './AuthForm'
import { AuthLink } from './AuthLink'
import type { SharedTexts } from './texts'
import { View } from './View'

type SecondFactorViewProps = {
  texts: SharedTexts
  /** Called after the code has been accepted. */
  onDone: () => void | Promise<void>
  /** Whether the view is shown inside a section of a page, before an irreversible action. */
  isInSection?: boolean
  /** Content below the form; by default, a button to sign out and a link to Stripe's customer portal. */
  children?: ReactNode
}

async function signOutAndReload(): Promise<void> {
  await signOutHere()
  location.reload()
}

/** A form for the code from the authenticator app. By default, a user without the app can sign out. */
export function SecondFactorView({ texts, onDone, isInSection, children }: SecondFactorViewProps) {
  return (
    <View heading={texts.secondFactorHeading} text={texts.secondFactorText} isInSection={isInSection}>
      <AuthForm
        label={texts.secondFactorHeading}
        fieldNames={['appCode']}
        texts={texts}
        submitLabel={texts.secondFactorSubmit}
        variant={isInSection && 'destructive'}
        onSubmit={async (readField) => {
          await verifyAppCode(await loadAuthClient(), readField('appCode'))
          await onDone()
        }}
      />
      <AuthLink href="/contact?topic=membership" label={texts.contactLink} />
      {children ?? (
        <>
          <ActionButton className="text-link" action={signOutAndReload}>
            {texts.secondFactorLeave}
          </ActionButton>
          <p dir="auto">
            {texts.portalText} <AuthLink href="/api/portal-login" label={texts.portalLogin} />
          </p>
        </>
      )}
    </View>
  )
}
