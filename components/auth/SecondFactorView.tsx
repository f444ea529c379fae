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

/** Asks for the code of the authenticator app. */
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
    </View>
  )
}
