import { useCallback, useEffect, useState } from 'react'
import { asMember } from '@/lib/membership/answer'
import { type ProblemName, problemsOf } from '@/lib/membership/problems'
import { explain } from '../forms/texts'
import { FactorSetup, type NewFactor } from './FactorSetup'
import { Section } from './Section'
import type { SectionProps } from './types'

type State = { factors: string[]; setup?: NewFactor; said?: string | undefined; problem?: ProblemName }

/** Two-step sign-in: turned on with an authenticator app, and off again. */
export function FactorSection({ texts, client }: SectionProps) {
  const [state, setState] = useState<State>()
  const [isBusy, setIsBusy] = useState(false)

  const read = useCallback(
    async (said?: string) => {
      const { data } = await asMember(client, () => client.auth.mfa.listFactors())
      setState({ factors: (data?.totp ?? []).map(({ id }) => id), said })
    },
    [client],
  )
  const fail = useCallback((error: unknown) => {
    const problem = problemsOf(error, navigator.onLine)[0] ?? 'unexpected'
    setState((now) => ({ factors: [], ...now, problem }))
  }, [])
  useEffect(() => void read().catch(fail), [read, fail])

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    await work().catch(fail)
    setIsBusy(false)
  }

  const begin = () =>
    attempt(async () => {
      const { data } = await asMember(client, () => client.auth.mfa.listFactors())
      // One that was begun and never finished would take the name, and count.
      for (const { id, status } of data?.all ?? []) {
        if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id })
      }
      const enrolled = await asMember(client, () => client.auth.mfa.enroll({ factorType: 'totp' }))
      if (enrolled.data?.type !== 'totp') return
      const { id, totp } = enrolled.data
      setState({ factors: [], setup: { id, picture: totp.qr_code, secret: totp.secret } })
    })
  const remove = (factors: string[]) =>
    attempt(async () => {
      for (const factorId of factors) await asMember(client, () => client.auth.mfa.unenroll({ factorId }))
      // The session's own level falls with its next token.
      await client.auth.refreshSession()
      await read(texts.factorRemoved)
    })

  const isOn = Boolean(state?.factors.length)
  return (
    <Section heading={texts.factorHeading}>
      {state?.setup ? (
        <FactorSetup
          texts={texts}
          client={client}
          factor={state.setup}
          onAdded={() => read(texts.factorAdded)}
          onCancelled={() => attempt(() => read())}
        />
      ) : (
        <>
          <p dir="auto">{isOn ? texts.factorOnText : texts.factorOffText}</p>
          {state && (
            <button
              type="button"
              aria-disabled={isBusy}
              className="button button-quiet"
              onClick={() => (isOn ? remove(state.factors) : begin())}
            >
              {isBusy ? texts.working : isOn ? texts.factorRemove : texts.factorStart}
            </button>
          )}
        </>
      )}
      <div role="status" className={state?.said ? 'form-done' : 'sr-only'}>
        {state?.said}
      </div>
      <div role="alert" className={state?.problem && 'form-failed'}>
        {state?.problem && explain(state.problem, texts)}
      </div>
    </Section>
  )
}
