import { type ReactNode, useState, useTransition } from 'react'
import { needsSecondFactor, requireStorage, verifyEmail } from '@/lib/auth/browser/authCalls'
import { AuthProblem } from '@/lib/auth/browser/problems'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthForm } from './AuthForm'
import { AuthLink } from './AuthLink'
import { ChoosePasswordView } from './NewPasswordForm'
import { useProblemAlert } from './ProblemAlert'
import { SecondFactorView } from './SecondFactorView'
import type { SharedTexts } from './texts'
import { View } from './View'

type SentViewProps = {
  texts: SharedTexts & { sentHeading: string; sentText: string; codeSubmit?: string; signInLink?: string }
  /** The recipient of the email. */
  email: string
  /** The emailed code's type, and a callback that runs after signing in. If undefined, no field for a code is shown. */
  code: { type: 'email' | 'signup' | 'recovery'; onDone: () => void } | undefined
  /** The password that the visitor entered earlier. Confirming the account with the code saves it. */
  password?: string
  /** Sends the email again. Throws errors that `toProblemNames` maps to messages. */
  resend: () => Promise<unknown>
  /** Returns to the first form. */
  startOver: () => void
}

/** Supabase sends each recipient at most one email a minute. */
const mailIntervalMs = 60_000

/** Returns the view to show after sending an email (undefined while hidden), and a function that shows it. */
export function useSentView(texts: SentViewProps['texts'], code?: SentViewProps['code']) {
  const [view, setView] = useState<ReactNode>()
  const show = (props: Pick<SentViewProps, 'email' | 'password' | 'resend'>) =>
    setView(<SentView {...props} texts={texts} code={code} startOver={() => setView(undefined)} />)
  return [view, show] as const
}

/** Lets the visitor enter the emailed code, or request the email again. */
function SentView(props: SentViewProps) {
  const { texts, email, code, password, resend, startOver } = props
  const [isResent, setIsResent] = useState(false)
  const { alert, run } = useProblemAlert(texts)
  const [sentAtMs, setSentAtMs] = useState(Date.now)
  const [isSending, startSending] = useTransition()
  const [nextStep, setNextStep] = useState<ReactNode>()

  async function enterCode(token: string) {
    if (!code) return
    requireStorage()
    const client = await loadAuthClient()
    const { type, onDone } = code
    const verified = await verifyEmail(client, { email, token, type, password })
    // After a recovery code, `/reset-password` requests the new password.
    const isPasswordNeeded = verified?.needsPassword && type !== 'recovery'
    const proceed = () =>
      isPasswordNeeded ? setNextStep(<ChoosePasswordView texts={texts} onDone={onDone} />) : onDone()
    // The account service requires the second factor for a new password.
    if (await needsSecondFactor(client)) setNextStep(<SecondFactorView texts={texts} onDone={proceed} />)
    else proceed()
  }

  async function sendAgain() {
    setIsResent(false)
    // `resend` throws for an unsent confirmation, but not for an unsent link: that could reveal an account.
    if (code?.type !== 'signup' && Date.now() - sentAtMs < mailIntervalMs)
      throw new AuthProblem('tooManyMails')
    await resend()
    setSentAtMs(Date.now())
    setIsResent(true)
  }

  if (nextStep) return nextStep
  return (
    <View heading={texts.sentHeading} text={fillTemplate(texts.sentText, { email })}>
      {code && (
        <AuthForm
          label={texts.sentHeading}
          fieldNames={['code']}
          texts={texts}
          submitLabel={texts.codeSubmit}
          onSubmit={(readField) => enterCode(readField('code'))}
        />
      )}
      <div className="auth-actions">
        <button
          type="button"
          className="text-link"
          aria-disabled={isSending}
          onClick={() => isSending || startSending(() => run(sendAgain))}
        >
          {isSending ? texts.working : texts.resend}
        </button>
        <button type="button" className="text-link" onClick={startOver}>
          {texts.startOver}
        </button>
        {texts.signInLink && code?.type === 'signup' && (
          <AuthLink href="/sign-in" shouldKeepNext label={texts.signInLink} />
        )}
      </div>
      <div role="status" className={isResent && !isSending ? 'form-done' : 'sr-only'}>
        {isResent && !isSending && texts.resent}
      </div>
      {alert}
    </View>
  )
}
