import type { ProblemName } from '@/lib/auth/browser/problems'
import { formatProblem, type SharedTexts } from './texts'

/** The message of a problem. The region exists while empty, since screen readers announce only changes of it. */
export function ProblemAlert({ problem, texts }: { problem: ProblemName | undefined; texts: SharedTexts }) {
  return (
    <div role="alert" className={problem && 'form-failed'}>
      {problem && formatProblem(problem, texts)}
    </div>
  )
}
