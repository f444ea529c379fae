import { useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import { type ProblemName, problemsOf } from '@/lib/membership/problems'
import { MemberForm } from './MemberForm'
import { explain, type SharedTexts } from './texts'
import { ViewHeading } from './ViewHeading'

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
  const [resent, setResent] = useState<'busy' | 'done' | ProblemName>()

  async function again() {
    if (resent === 'busy') return
    setResent('busy')
    try {
      await resend()
      setResent('done')
    } catch (error) {
      setResent(problemsOf(error, navigator.onLine)[0] ?? 'unexpected')
    }
  }

  const isProblem = resent !== undefined && resent !== 'busy' && resent !== 'done'
  return (
    <div className="member-view">
      <ViewHeading>{texts.sentHeading}</ViewHeading>
      <p dir="auto">{fillTemplate(texts.sentText, { email })}</p>
      {enterCode && (
        <MemberForm
          label={texts.sentHeading}
          names={['code']}
          texts={texts}
          submit={texts.codeSubmit}
          act={async ({ code }) => {
            await enterCode(code)
          }}
        />
      )}
      <div className="member-ways">
        <button type="button" className="text-link" aria-disabled={resent === 'busy'} onClick={again}>
          {resent === 'busy' ? texts.working : texts.resend}
        </button>
        <button type="button" className="text-link" onClick={startOver}>
          {texts.startOver}
        </button>
      </div>
      <div role="status" className={resent === 'done' ? 'form-done' : 'sr-only'}>
        {resent === 'done' && texts.resent}
      </div>
      <div role="alert" className={isProblem ? 'form-failed' : undefined}>
        {isProblem && explain(resent, texts)}
      </div>
    </div>
  )
}
