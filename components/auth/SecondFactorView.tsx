import { ActionButton } from '@/components/ui/form/ActionButton'
import { enterAppCode } from '@/lib/auth/browser/authCalls'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { AuthForm } from './AuthForm'
import type { SharedTexts } from './texts'
import { View } from './View'

type SecondFactorViewProps = {
  texts: SharedTexts
  /** Called when the code was right. */
  onDone: () => void | Promise<void>
}

/** Signs out in this browser, also where the service does not answer, and begins the page anew. */
async function leave(): Promise<void> {
  const { auth } = await loadAuthClient()
  await auth.signOut({ scope: 'local' })
  location.reload()
}

/** Asks for the code of the authenticator app. Whoever does not have it can leave the account. */
export function SecondFactorView({ texts, onDone }: SecondFactorViewProps) {
  return (
    <View heading={texts.secondFactorHeading} text={texts.secondFactorText}>
      <AuthForm
        label={texts.secondFactorHeading}
        names={['appCode']}
        texts={texts}
        submit={texts.secondFactorSubmit}
        act={async (text) => {
          await enterAppCode(await loadAuthClient(), text('appCode'))
          await onDone()
        }}
      />
      {texts.secondFactorLeave && (
        <ActionButton className="text-link" act={leave}>
          {texts.secondFactorLeave}
        </ActionButton>
      )}
    </View>
  )
}
