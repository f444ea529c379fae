import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { unlessCodeWrong, unlessWrong } from '@/lib/membership/answer'
import { nextOfPage, requireStorage, withNext } from '@/lib/membership/arrival'
import { loadAuthClient } from '@/lib/membership/authClient'
import type { ProblemName } from '@/lib/membership/problems'
import { needsSecondFactor } from '@/lib/membership/secondFactor'
import type { Handover } from '../forms/handover'
import { MemberForm, type Written } from '../forms/MemberForm'
import { SecondFactorView } from '../forms/SecondFactorView'
import { SentView } from '../forms/SentView'
import { fields, SignInWays } from './SignInFields'
import type { SignInTexts } from './types'

type View =
  | { name: 'form' }
  | { name: 'sent'; email: string; type: 'email' | 'signup' }
  | { name: 'secondFactor'; client: SupabaseClient }

/** Signs in: with a password, or with a link or code by e-mail, and with an app's code where one is set up. */
export function Panel({ texts, start }: { texts: SignInTexts; start: Handover }) {
  const [view, setView] = useState<View>({ name: 'form' })
  const [email, setEmail] = useState('')
  // Whoever turns to the form is about to need it. Failures show when it is used.
  useEffect(() => void loadAuthClient().catch(() => undefined), [])

  async function goOn(client: SupabaseClient) {
    if (await needsSecondFactor(client)) setView({ name: 'secondFactor', client })
    else location.assign(nextOfPage())
  }

  async function sendMail(to: string) {
    const client = await loadAuthClient()
    const options = { shouldCreateUser: false, emailRedirectTo: nextOfPage() }
    const answer = await client.auth.signInWithOtp({ email: to, options })
    // The service says this of addresses without an account; whether there is one is nobody's business.
    if (answer.error?.code !== 'otp_disabled') unlessWrong(answer)
  }

  async function act({ email: address, password }: Written, way: string): Promise<void> {
    requireStorage()
    setEmail(address)
    if (way === 'mail') {
      await sendMail(address)
      return setView({ name: 'sent', email: address, type: 'email' })
    }
    const client = await loadAuthClient()
    unlessWrong(await client.auth.signInWithPassword({ email: address, password }))
    await goOn(client)
  }

  async function resendConfirmation(to: string) {
    const client = await loadAuthClient()
    unlessWrong(
      await client.auth.resend({ type: 'signup', email: to, options: { emailRedirectTo: nextOfPage() } }),
    )
  }

  async function enterCode(code: string) {
    if (view.name !== 'sent') return
    const client = await loadAuthClient()
    unlessCodeWrong(await client.auth.verifyOtp({ email: view.email, token: code, type: 'email' }))
    await goOn(client)
  }

  if (view.name === 'secondFactor') {
    return <SecondFactorView texts={texts} client={view.client} goOn={() => location.assign(nextOfPage())} />
  }
  if (view.name === 'sent') {
    return (
      <SentView
        texts={texts}
        email={view.email}
        enterCode={enterCode}
        resend={() => (view.type === 'email' ? sendMail(view.email) : resendConfirmation(view.email))}
        startOver={() => setView({ name: 'form' })}
      />
    )
  }
  const confirmAgain = (problem: ProblemName | undefined) =>
    problem === 'emailNotConfirmed' && (
      <button
        type="button"
        className="text-link"
        onClick={() =>
          resendConfirmation(email).finally(() => setView({ name: 'sent', email, type: 'signup' }))
        }
      >
        {texts.resend}
      </button>
    )
  return (
    <MemberForm
      label={texts.heading}
      names={fields}
      texts={texts}
      submit={texts.submit}
      start={start}
      needs={(way) => (way === 'mail' ? ['email'] : fields)}
      act={act}
    >
      {(problem, isBusy) => (
        <>
          {confirmAgain(problem)}
          <SignInWays texts={texts} keepNext={withNext} isBusy={isBusy} />
        </>
      )}
    </MemberForm>
  )
}
