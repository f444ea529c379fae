import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { unlessCodeWrong, unlessWrong } from '@/lib/membership/answer'
import { requireStorage, withNext } from '@/lib/membership/arrival'
import { loadAuthClient } from '@/lib/membership/authClient'
import { needsSecondFactor } from '@/lib/membership/secondFactor'
import type { Handover } from '../forms/handover'
import { MemberForm } from '../forms/MemberForm'
import { SecondFactorView } from '../forms/SecondFactorView'
import { SentView } from '../forms/SentView'
import type { TextsOf } from '../forms/texts'
import { SignUpWays as SignInWay } from '../signUp/SignUpFields'

type Texts = TextsOf<NonNullable<ForgotPasswordPageQueryResult>>

/** Sends the e-mail with which a new password is chosen. */
export function Panel({ texts, start }: { texts: Texts; start: Handover }) {
  const [sentTo, setSentTo] = useState<string>()
  const [strengthen, setStrengthen] = useState<SupabaseClient>()
  // Whoever turns to the form is about to need it. Failures show when it is used.
  useEffect(() => void loadAuthClient().catch(() => undefined), [])
  const leave = () => location.assign(withNext('/reset-password'))

  async function send(email: string) {
    const client = await loadAuthClient()
    const redirectTo = new URL('/reset-password', location.origin).href
    unlessWrong(await client.auth.resetPasswordForEmail(email, { redirectTo }))
  }

  async function enterCode(token: string) {
    requireStorage()
    const client = await loadAuthClient()
    unlessCodeWrong(await client.auth.verifyOtp({ email: sentTo ?? '', token, type: 'recovery' }))
    if (await needsSecondFactor(client)) setStrengthen(client)
    else leave()
  }

  if (strengthen) return <SecondFactorView texts={texts} client={strengthen} goOn={leave} />
  if (sentTo !== undefined) {
    return (
      <SentView
        texts={texts}
        email={sentTo}
        enterCode={enterCode}
        resend={() => send(sentTo)}
        startOver={() => setSentTo(undefined)}
      />
    )
  }
  return (
    <MemberForm
      label={texts.heading}
      names={['email']}
      texts={texts}
      submit={texts.submit}
      start={start}
      act={async ({ email }) => {
        await send(email)
        setSentTo(email)
      }}
    >
      <SignInWay texts={texts} keepNext={withNext} />
    </MemberForm>
  )
}
