import { useCallback, useEffect, useState, useTransition } from 'react'
import { throwIfError, withFreshToken } from '@/lib/auth/browser/authCalls'
import { type ProblemName, problemsOf } from '@/lib/auth/browser/problems'
import { AuthForm } from '../AuthForm'
import { explain } from '../texts'
import { type AccountSectionProps, Section } from './Section'

/** An authenticator app that is being added. */
type NewFactor = {
  id: string
  /** A picture of the key, as a data address. */
  picture: string
  secret: string
}

type State = { factors: string[]; setup?: NewFactor; said?: string | undefined; problem?: ProblemName }

/** Two-step sign-in: turned on with an authenticator app, and off again. */
export function FactorSection({ texts, client }: AccountSectionProps) {
  const [state, setState] = useState<State>()
  const [isBusy, start] = useTransition()

  const read = useCallback(
    async (said?: string) => {
      const { data } = await withFreshToken(client, () => client.auth.mfa.listFactors())
      setState({ factors: (data?.totp ?? []).map(({ id }) => id), said })
    },
    [client],
  )
  const fail = useCallback((error: unknown) => {
    const problem = problemsOf(error, navigator.onLine)[0] ?? 'unexpected'
    setState((now) => ({ factors: [], ...now, problem }))
  }, [])
  useEffect(() => void read().catch(fail), [read, fail])

  const attempt = (work: () => Promise<void>) => isBusy || start(() => work().catch(fail))

  const begin = () =>
    attempt(async () => {
      const { data } = await withFreshToken(client, () => client.auth.mfa.listFactors())
      // One that was begun and never finished would take the name, and count.
      for (const { id, status } of data?.all ?? []) {
        if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id })
      }
      const enrolled = await withFreshToken(client, () => client.auth.mfa.enroll({ factorType: 'totp' }))
      if (enrolled.data?.type !== 'totp') return
      const { id, totp } = enrolled.data
      setState({ factors: [], setup: { id, picture: totp.qr_code, secret: totp.secret } })
    })
  const remove = (factors: string[]) =>
    attempt(async () => {
      for (const factorId of factors)
        await withFreshToken(client, () => client.auth.mfa.unenroll({ factorId }))
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

type FactorSetupProps = Omit<AccountSectionProps, 'email'> & {
  factor: NewFactor
  onAdded: () => Promise<void>
  onCancelled: () => void
}

/** Shows the key for the authenticator app, and takes the first code of it. */
function FactorSetup({ texts, client, factor, onAdded, onCancelled }: FactorSetupProps) {
  return (
    <div className="auth-view">
      <p dir="auto">{texts.factorScanText}</p>
      {/* biome-ignore lint/performance/noImgElement: a data address, which nothing could make smaller */}
      <img
        src={factor.picture}
        alt={texts.factorPicture ?? ''}
        width={200}
        height={200}
        className="factor-picture"
      />
      <p>
        <span dir="auto">{texts.factorKey}</span>{' '}
        <code className="factor-key">{factor.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <AuthForm
        label={texts.factorHeading}
        names={['appCode']}
        texts={texts}
        submit={texts.factorSubmit}
        act={async (text) => {
          const given = { factorId: factor.id, code: text('appCode') }
          throwIfError(await client.auth.mfa.challengeAndVerify(given))
          await onAdded()
        }}
      >
        <button type="button" className="text-link" onClick={onCancelled}>
          {texts.factorCancel}
        </button>
      </AuthForm>
    </div>
  )
}
