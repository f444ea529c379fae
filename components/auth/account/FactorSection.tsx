import { useCallback, useEffect, useState, useTransition } from 'react'
import { throwIfError, withFreshToken } from '@/lib/auth/browser/authCalls'
import { type ProblemName, problemsOf } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/format'
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

type Factor = { id: string; addedAt: string }

type State = { factors: Factor[]; setup?: NewFactor; said?: string | undefined; problem?: ProblemName }

/** Two-step sign-in: turned on with an authenticator app, backed by a second one, and off again. */
export function FactorSection({ texts, client }: AccountSectionProps) {
  const [state, setState] = useState<State>()
  const [isBusy, start] = useTransition()

  const read = useCallback(
    async (said?: string) => {
      const { data } = await withFreshToken(client, () => client.auth.mfa.listFactors())
      const factors = (data?.totp ?? []).map(({ id, created_at }) => ({ id, addedAt: created_at }))
      setState({ factors, said })
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
      // Two of one account need different names, also when both are begun in one second; apps may show them.
      const friendlyName = new Date().toISOString()
      const enrolled = await withFreshToken(client, () =>
        client.auth.mfa.enroll({ factorType: 'totp', friendlyName }),
      )
      if (enrolled.data?.type !== 'totp') return
      const { id, totp } = enrolled.data
      setState({ factors: [], setup: { id, picture: totp.qr_code, secret: totp.secret } })
    })
  const remove = (factors: Factor[], said: string | undefined) =>
    attempt(async () => {
      for (const { id } of factors)
        await withFreshToken(client, () => client.auth.mfa.unenroll({ factorId: id }))
      // The session's own level falls with its next token.
      await client.auth.refreshSession()
      await read(said)
    })

  const factors = state?.factors ?? []
  const isOn = factors.length > 0
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
          {factors.length > 1 && (
            <ul className="factors">
              {factors.map((factor) => (
                <li key={factor.id}>
                  <span dir="auto">{fillTemplate(texts.factorItem, { date: dateOf(factor.addedAt) })}</span>
                  <button
                    type="button"
                    aria-disabled={isBusy}
                    className="text-link"
                    onClick={() => remove([factor], texts.factorRemovedOne)}
                  >
                    {texts.factorRemoveOne}
                    <span className="sr-only"> {dateOf(factor.addedAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {isOn && texts.factorAnother && (
            <button type="button" aria-disabled={isBusy} className="button button-quiet" onClick={begin}>
              {isBusy ? texts.working : texts.factorAnother}
            </button>
          )}
          {state && (
            <button
              type="button"
              aria-disabled={isBusy}
              className="button button-quiet"
              onClick={() => (isOn ? remove(factors, texts.factorRemoved) : begin())}
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

/** When an app was added, so that its owner knows it. */
const dateOf = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))

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
