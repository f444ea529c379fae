import type { SupabaseClient } from '@supabase/supabase-js'
import { enterAppCode } from '@/lib/auth/browser/authCalls'
import { AuthForm } from './AuthForm'
import type { SharedTexts } from './texts'
import { View } from './View'

type SecondFactorViewProps = {
  texts: SharedTexts
  client: SupabaseClient
  /** Called when the code was right. */
  onDone: () => void | Promise<void>
}

/** Asks for the code of the authenticator app. */
export function SecondFactorView({ texts, client, onDone }: SecondFactorViewProps) {
  return (
    <View heading={texts.secondFactorHeading}>
      <p dir="auto">{texts.secondFactorText}</p>
      <AuthForm
        label={texts.secondFactorHeading}
        names={['appCode']}
        texts={texts}
        submit={texts.secondFactorSubmit}
        act={async ({ appCode }) => {
          await enterAppCode(client, appCode)
          await onDone()
        }}
      />
    </View>
  )
}
