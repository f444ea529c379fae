import { type RefObject, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { throwIfError, withFreshToken } from '@/lib/auth/browser/authCalls'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/format'
import { AuthForm } from '../AuthForm'
import { formatProblem } from '../texts'
import { type AccountSectionProps, Section } from './Section'

/** An authenticator app that is being added. */
type NewFactor = {
  id: string
  /** The QR code of the key, as a data URL. */
  picture: string
  secret: string
}

type Factor = { id: string; addedAt: string }

/** `factors` is undefined until it is loaded. */
type State = { factors?: Factor[]; setup?: NewFactor; said?: string | undefined; problem?: ProblemName }

/** Two-step sign-in: turned on with an authenticator app, backed by a second one, and off again. */
export function FactorSection({ texts, client }: AccountSectionProps) {
  const [{ factors, setup, said, problem }, setState] = useState<State>({})
  const [isBusy, start] = useTransition()
  const text = useRef<HTMLParagraphElement>(null)
  const isUsed = useRef(false)

  const read = useCallback(
    async (said?: string) => {
      const { data } = await withFreshToken(client, () => client.mfa.listFactors())
      const factors = (data?.totp ?? []).map(({ id, created_at }) => ({ id, addedAt: created_at }))
      setState({ factors, said })
    },
    [client],
  )
  const fail = useCallback((error: unknown) => {
    const problem = toProblemNames(error, navigator.onLine)[0] ?? 'unexpected'
    setState((now) => ({ ...now, said: undefined, problem }))
  }, [])
  useEffect(() => void read().catch(fail), [read, fail])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button may be removed with them, which loses the focus
  useEffect(() => {
    if (isUsed.current && document.activeElement === document.body) text.current?.focus()
  }, [factors, setup])

  function attempt(work: () => Promise<void>) {
    isUsed.current = true
    if (!isBusy) start(() => work().catch(fail))
  }

  const begin = () =>
    attempt(async () => {
      const { data } = await withFreshToken(client, () => client.mfa.listFactors())
      // An unfinished factor would reserve the name and count toward the limit.
      for (const { id, status } of data?.all ?? []) {
        if (status === 'unverified') await client.mfa.unenroll({ factorId: id })
      }
      // Factors of one account need different names, even when both are created in the same second.
      const friendlyName = new Date().toISOString()
      const enrolled = await withFreshToken(client, () =>
        client.mfa.enroll({ factorType: 'totp', friendlyName }),
      )
      if (enrolled.data?.type !== 'totp') return
      const { id, totp } = enrolled.data
      setState({ setup: { id, picture: totp.qr_code, secret: totp.secret } })
    })
  const remove = (factors: Factor[], said: string | undefined) =>
    attempt(async () => {
      for (const { id } of factors) await withFreshToken(client, () => client.mfa.unenroll({ factorId: id }))
      // The session's assurance level changes with its next token.
      await client.refreshSession()
      await read(said)
    })

  const isOn = Boolean(factors?.length)
  return (
    <Section heading={texts.factorHeading}>
      {setup && (
        <FactorSetup
          texts={texts}
          client={client}
          factor={setup}
          intro={text}
          onAdded={() => read(texts.factorAdded)}
          onCanceled={() => attempt(() => read())}
        />
      )}
      {factors && (
        <>
          <p ref={text} tabIndex={-1} dir="auto">
            {isOn ? texts.factorOnText : texts.factorOffText}
          </p>
          {factors.length > 1 && (
            <ul className="factors">
              {factors.map((factor) => (
                <li key={factor.id}>
                  <span dir="auto">
                    {fillTemplate(texts.factorItem, { date: formatDate(factor.addedAt) })}
                  </span>
                  <button
                    type="button"
                    aria-disabled={isBusy}
                    className="text-link"
                    onClick={() => remove([factor], texts.factorRemovedOne)}
                  >
                    {texts.factorRemoveOne}
                    <span className="sr-only"> {formatDate(factor.addedAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="auth-ways">
            {isOn && texts.factorAnother && (
              <button type="button" aria-disabled={isBusy} className="button button-quiet" onClick={begin}>
                {isBusy ? texts.working : texts.factorAnother}
              </button>
            )}
            <button
              type="button"
              aria-disabled={isBusy}
              className="button button-quiet"
              onClick={() => (isOn ? remove(factors, texts.factorRemoved) : begin())}
            >
              {isBusy ? texts.working : isOn ? texts.factorRemove : texts.factorStart}
            </button>
          </div>
        </>
      )}
      <div role="status" className={said ? 'form-done' : 'sr-only'}>
        {said}
      </div>
      <div role="alert" className={problem && 'form-failed'}>
        {problem && formatProblem(problem, texts)}
      </div>
      {problem && !factors && !setup && (
        <button
          type="button"
          aria-disabled={isBusy}
          className="button button-quiet"
          onClick={() => attempt(() => read())}
        >
          {isBusy ? texts.working : texts.retry}
        </button>
      )}
    </Section>
  )
}

/** Formats when an app was added, to the second, so that its owner can distinguish apps. */
const formatDate = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(moment))

type FactorSetupProps = Omit<AccountSectionProps, 'email'> & {
  factor: NewFactor
  intro: RefObject<HTMLParagraphElement | null>
  onAdded: () => Promise<void>
  onCanceled: () => void
}

/** Shows the key for the authenticator app, and accepts its first code. */
function FactorSetup({ texts, client, factor, intro, onAdded, onCanceled }: FactorSetupProps) {
  return (
    <div className="auth-view">
      <p ref={intro} tabIndex={-1} dir="auto">
        {texts.factorScanText}
      </p>
      {/* biome-ignore lint/performance/noImgElement: a data URL, which cannot be optimized */}
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
        fieldNames={['appCode']}
        texts={texts}
        submit={texts.factorSubmit}
        onSubmit={async (text) => {
          const given = { factorId: factor.id, code: text('appCode') }
          throwIfError(await client.mfa.challengeAndVerify(given))
          await onAdded()
        }}
      >
        <button type="button" className="text-link" onClick={onCanceled}>
          {texts.factorCancel}
        </button>
      </AuthForm>
    </div>
  )
}
