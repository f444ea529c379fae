import { useState, useTransition } from 'react'
import { type ProblemName, problemsOf } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/format'
import { AuthForm } from './AuthForm'
import { explain, type SharedTexts } from './texts'
import { View } from './View'

type SentViewProps = {
  texts: SharedTexts & { sentHeading?: string; sentText?: string; codeSubmit?: string }
  /** Where the e-mail went. */
  email: string
  /** Uses the code; its form is left out where there is none to use. */
  enterCode?: (code: string) => Promise<void>
  /** Sends the e-mail once more. Throws what `problemsOf` can explain. */
  resend: () => Promise<unknown>
  /** Goes back to the first form. */
  startOver: () => void
}

/** Shown when an e-mail is on its way: the code in it can be entered here, and it can be sent again. */
export function SentView({ texts, email, enterCode, resend, startOver }: SentViewProps) {
  const [{ isDone, problem }, setAnswer] = useState<{ isDone?: true; problem?: ProblemName | undefined }>({})
  const [isSending, startSending] = useTransition()

  async function sendAgain() {
    try {
      await resend()
      setAnswer({ isDone: true })
    } catch (error) {
      setAnswer({ problem: problemsOf(error, navigator.onLine)[0] })
    }
  }

  return (
    <View heading={texts.sentHeading}>
      <p dir="auto">{fillTemplate(texts.sentText, { email })}</p>
      {enterCode && (
        <AuthForm
          label={texts.sentHeading}
          names={['code']}
          texts={texts}
          submit={texts.codeSubmit}
          act={({ code }) => enterCode(code)}
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
        {problem && explain(problem, texts)}
      </div>
    </View>
  )
}
