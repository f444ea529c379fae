import { ActionButton } from '@/components/ui/form/ActionButton'
import { verifyAppCode } from '@/lib/auth/browser/authCalls'
import { loadAuthClient, signOutHere } from '@/lib/auth/browser/userStore'
import { AuthForm } from './AuthForm'
import { AuthLink } from './AuthLink'
import type { SharedTexts } from './texts'
import { View } from './View'

type SecondFactorViewProps = {
  texts: SharedTexts
  /** Called after a valid code. */
  onDone: () => void | Promise<void>
  /** Whether it is inside a section of a page. */
  isPart?: boolean
}

/** Signs out and reloads the page. */
async function leave(): Promise<void> {
  await signOutHere()
  location.reload()
}

/** A form for the code of the authenticator app. A user without it can sign out. */
export function SecondFactorView({ texts, onDone, isPart }: SecondFactorViewProps) {
  return (
    <View heading={texts.secondFactorHeading} text={texts.secondFactorText} isPart={isPart ?? false}>
      <AuthForm
        label={texts.secondFactorHeading}
        fieldNames={['appCode']}
        texts={texts}
        submit={texts.secondFactorSubmit}
        onSubmit={async (text) => {
          await verifyAppCode(await loadAuthClient(), text('appCode'))
          await onDone()
        }}
      />
      {texts.secondFactorLeave && (
        <ActionButton className="text-link" act={leave}>
          {texts.secondFactorLeave}
        </ActionButton>
      )}
      <AuthLink href="/api/portal-login" label={texts.portalLogin} />
    </View>
  )
}
