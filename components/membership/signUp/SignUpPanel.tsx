import { useEffect, useState } from 'react'
import { unlessCodeWrong, unlessWrong } from '@/lib/membership/answer'
import { nextOfPage, requireStorage, withNext } from '@/lib/membership/arrival'
import { loadAuthClient } from '@/lib/membership/authClient'
import type { Handover } from '../forms/handover'
import { MemberForm, type Written } from '../forms/MemberForm'
import { SentView } from '../forms/SentView'
import { fields, type SignUpTexts, SignUpWays } from './SignUpFields'

/** Creates an account, and waits for the confirmation of its address. */
export function Panel({ texts, start }: { texts: SignUpTexts; start: Handover }) {
  const [sentTo, setSentTo] = useState<string>()
  // Whoever turns to the form is about to need it. Failures show when it is used.
  useEffect(() => void loadAuthClient().catch(() => undefined), [])

  async function act({ email, newPassword }: Written): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const options = { emailRedirectTo: nextOfPage() }
    const { data } = unlessWrong(await client.auth.signUp({ email, password: newPassword, options }))
    // Projects that ask for no confirmation answer with a session.
    if (data.session) location.assign(nextOfPage())
    else setSentTo(email)
  }

  async function resend() {
    const client = await loadAuthClient()
    const options = { emailRedirectTo: nextOfPage() }
    return unlessWrong(await client.auth.resend({ type: 'signup', email: sentTo ?? '', options }))
  }

  async function enterCode(token: string) {
    const client = await loadAuthClient()
    unlessCodeWrong(await client.auth.verifyOtp({ email: sentTo ?? '', token, type: 'signup' }))
    location.assign(nextOfPage())
  }

  if (sentTo !== undefined) {
    const startOver = () => setSentTo(undefined)
    return <SentView texts={texts} email={sentTo} {...{ enterCode, resend, startOver }} />
  }
  return (
    <MemberForm
      label={texts.heading}
      names={fields}
      texts={texts}
      submit={texts.submit}
      start={start}
      act={act}
    >
      <SignUpWays texts={texts} keepNext={withNext} />
    </MemberForm>
  )
}
