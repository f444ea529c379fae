import { useState } from 'react'
import { unlessWrong } from '@/lib/membership/answer'
import { type ProblemName, problemsOf } from '@/lib/membership/problems'
import { noteSessionEnding } from '@/lib/membership/sessionEnd'
import { explain } from '../forms/texts'
import { Section } from './Section'
import type { SectionProps } from './types'

/** Signs out, here or on every device. */
export function SessionsSection({ texts, client }: SectionProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemName>()

  async function signOut(scope: 'local' | 'global') {
    if (isBusy) return
    setIsBusy(true)
    try {
      noteSessionEnding(undefined)
      unlessWrong(await client.auth.signOut({ scope }))
    } catch (error) {
      setProblem(problemsOf(error, navigator.onLine)[0])
    }
    setIsBusy(false)
  }

  return (
    <Section heading={texts.sessionsHeading}>
      <p dir="auto">{texts.sessionsText}</p>
      <div className="member-ways">
        <button
          type="button"
          aria-disabled={isBusy}
          className="button button-quiet"
          onClick={() => signOut('local')}
        >
          {texts.signOutHere}
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          className="button button-quiet"
          onClick={() => signOut('global')}
        >
          {texts.signOutEverywhere}
        </button>
      </div>
      <div role="alert" className={problem && 'form-failed'}>
        {problem && explain(problem, texts)}
      </div>
    </Section>
  )
}
