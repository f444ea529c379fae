import { useCallback, useState } from 'react'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { formatProblem, type SharedTexts } from './texts'

/** Shows a problem's message. Renders its region even when empty, since screen readers announce only changes. */
export function ProblemAlert({ problem, texts }: { problem: ProblemName | undefined; texts: SharedTexts }) {
  return (
    <div role="alert" className={problem && 'form-failed'}>
      {problem && formatProblem(problem, texts)}
    </div>
  )
}

/** Returns `run`, which runs an action; `problem`, the last action's problem; and `alert`, which shows it. */
export function useProblemAlert(texts: SharedTexts) {
  const [problem, setProblem] = useState<ProblemName>()
  const run = useCallback(
    (action: () => Promise<void>) =>
      action().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(toProblemNames(error, navigator.onLine)[0]),
      ),
    [],
  )
  return { run, problem, alert: <ProblemAlert problem={problem} texts={texts} /> }
}
