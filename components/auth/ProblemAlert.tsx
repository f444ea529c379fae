import { useCallback, useState } from 'react'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { formatProblem, type SharedTexts } from './texts'

/** The message of a problem. The region exists while empty, since screen readers announce only changes to it. */
export function ProblemAlert({ problem, texts }: { problem: ProblemName | undefined; texts: SharedTexts }) {
  return (
    <div role="alert" className={problem && 'form-failed'}>
      {problem && formatProblem(problem, texts)}
    </div>
  )
}

/** Returns a function that runs an action, the last action's problem, and its alert. */
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
