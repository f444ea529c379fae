import type { GoTrueClient } from '@supabase/supabase-js'
import { useEffect, useState, useTransition } from 'react'
import { onReturn } from '@/components/ui/tab/newTab'
import { needsSecondFactor, requireStorage, verifyEmail, withFreshToken } from '@/lib/auth/browser/authCalls'
import { AuthProblem, type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import { getErrorCode } from '@/lib/errorCode'
import { AuthForm } from './AuthForm'
import { ChoosePasswordView } from './ChoosePasswordView'
import { SecondFactorView } from './SecondFactorView'
import { formatProblem, type SharedTexts } from './texts'
import { View } from './View'

type SentViewProps = {
  texts: SharedTexts & { sentHeading?: string; sentText?: string; codeSubmit?: string }
  /** The recipient of the email. */
  email: string
  /** The purpose of the code in the email, and its handler. Without it there is no code. */
  code?: { type: 'email' | 'signup' | 'recovery'; onDone: () => void }
  /** The password that the visitor entered before. A confirmed account that needs a password gets it. */
  password?: string
  /**
   * Returns whether the link was opened elsewhere. Called every few seconds, and when the visitor returns to this
   * page.
   */
  isConfirmed?: () => Promise<boolean>
  /** Sends the email again. Throws errors that `toProblemNames` maps to messages. */
  resend: () => Promise<unknown>
  /** Returns to the first form. */
  startOver: () => void
}

/** The polling interval and the number of polls for a link that was opened elsewhere: ten minutes in total. */
const pollIntervalMs = 15_000
const maxPolls = 40

/** Shown after an email was sent. The visitor can enter its code, or send it again. */
export function SentView({ texts, email, code, password, isConfirmed, resend, startOver }: SentViewProps) {
  const [{ isDone, problem }, setResult] = useState<{ isDone?: true; problem?: ProblemName | undefined }>({})
  const [isSending, startSending] = useTransition()
  const [missing, setMissing] = useState<'password' | 'app'>()

  async function enterCode(token: string) {
    if (!code) return
    requireStorage()
    const client = await loadAuthClient()
    const { needsPassword } = await verifyEmail(client, { email, token, type: code.type }).catch(
      (error: unknown) => {
        throw getErrorCode(error) === 'otp_expired' ? new AuthProblem('codeWrong') : error
      },
    )
    // The page for a forgotten password continues with a field for a new one.
    if (needsPassword && code.type !== 'recovery' && !(await hasSavedPassword(client))) setMissing('password')
    else await finish()
  }

  async function hasSavedPassword(client: GoTrueClient): Promise<boolean> {
    if (password === undefined) return false
    // The code is used up, so a failure here continues in a separate form.
    return withFreshToken(client, () => client.updateUser({ password })).then(
      () => true,
      () => false,
    )
  }

  async function finish() {
    if (await needsSecondFactor(await loadAuthClient())) setMissing('app')
    else code?.onDone()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: its callbacks belong to this email for as long as the view is mounted
  useEffect(() => {
    if (!isConfirmed) return
    let isFinished = false
    const look = async () => {
      if (isFinished || !(await isConfirmed()) || isFinished) return
      await finish()
      isFinished = true
    }
    onReturn(() => {
      look().catch(console.warn)
      return isFinished
    })
    // A visitor who confirms on a phone never leaves this page, so it polls.
    let looks = 0
    const timer = setInterval(() => {
      if (isFinished || ++looks > maxPolls) clearInterval(timer)
      else if (document.visibilityState === 'visible') look().catch(console.warn)
    }, pollIntervalMs)
    return () => {
      isFinished = true
      clearInterval(timer)
    }
  }, [])

  async function sendAgain() {
    try {
      await resend()
      setResult({ isDone: true })
    } catch (error) {
      setResult({ problem: toProblemNames(error, navigator.onLine)[0] })
    }
  }

  if (code && missing === 'app') return <SecondFactorView texts={texts} onDone={code.onDone} />
  if (missing) return <ChoosePasswordView texts={texts} onDone={finish} />
  return (
    <View heading={texts.sentHeading} text={fillTemplate(texts.sentText, { email })}>
      {code && (
        <AuthForm
          label={texts.sentHeading}
          fieldNames={['code']}
          texts={texts}
          submit={texts.codeSubmit}
          onSubmit={(text) => enterCode(text('code'))}
        />
      )}
      <div className="auth-ways">
        <button
          type="button"
          className="text-link"
          aria-disabled={isSending}
          onClick={() => isSending || startSending(sendAgain)}
        >
          {isSending ? texts.working : texts.resend}
        </button>
        <button type="button" className="text-link" onClick={startOver}>
          {texts.startOver}
        </button>
      </div>
      <div role="status" className={isDone && !isSending ? 'form-done' : 'sr-only'}>
        {isDone && !isSending && texts.resent}
      </div>
      <div role="alert" className={problem && 'form-failed'}>
        {problem && formatProblem(problem, texts)}
      </div>
    </View>
  )
}
