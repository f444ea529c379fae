import { withFreshToken } from '@/lib/auth/browser/authCalls'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { NewPasswordForm } from './NewPasswordForm'
import type { SharedTexts } from './texts'
import { View } from './View'

type ChoosePasswordViewProps = {
  texts: SharedTexts
  /** Called when the password is saved. */
  onDone: () => void | Promise<void>
}

/** A form that saves a password for an account whose email has just been confirmed. */
export function ChoosePasswordView({ texts, onDone }: ChoosePasswordViewProps) {
  async function save(password: string) {
    const client = await loadAuthClient()
    await withFreshToken(client, () => client.updateUser({ password }))
    await onDone()
  }

  const heading = texts.choosePasswordHeading
  return (
    <View heading={heading} text={texts.choosePasswordText}>
      <NewPasswordForm texts={{ ...texts, heading }} submitLabel={texts.choosePasswordSubmit} save={save} />
    </View>
  )
}
