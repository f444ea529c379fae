import type { AuthMFAEnrollTOTPResponse, Factor } from '@supabase/supabase-js'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { throwIfError, withFreshToken } from '@/lib/auth/browser/authCalls'
import { fillTemplate, formatMoment } from '@/lib/content/text/format'
import { AuthForm } from '../AuthForm'
import { useProblemAlert } from '../ProblemAlert'
import { type AccountSectionProps, Section } from './Section'

/** An authenticator app that is being set up, with the QR code of its secret as a data URL. */
type NewFactor = NonNullable<AuthMFAEnrollTOTPResponse['data']>

/** `factors` is undefined until it is loaded, and while `newFactor` is being set up. */
type State = { factors?: Factor[]; newFactor?: NewFactor; successMessage?: string | undefined }

/** Turns two-step sign-in on and off, and adds or removes authenticator apps. */
export function FactorSection({ texts, client }: AccountSectionProps) {
  const [{ factors, newFactor, successMessage }, setState] = useState<State>({})
  const { alert, problem, run } = useProblemAlert(texts)
  const [isBusy, startTransition] = useTransition()
  const introText = useRef<HTMLParagraphElement>(null)
  const hasInteracted = useRef(false)

  const loadFactors = useCallback(
    async (successMessage?: string) => {
      const { data } = await withFreshToken(client, () => client.mfa.listFactors())
      setState({ factors: data?.totp ?? [], successMessage })
    },
    [client],
  )
  useEffect(() => void run(loadFactors), [run, loadFactors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change to these may remove the button that has the focus
  useLayoutEffect(() => {
    if (hasInteracted.current && document.activeElement === document.body) introText.current?.focus()
  }, [factors, newFactor])

  function start(action: () => Promise<void>) {
    hasInteracted.current = true
    if (isBusy) return
    setState((current) => ({ ...current, successMessage: undefined }))
    startTransition(() => run(action))
  }

  const startSetup = () =>
    start(async () => {
      const { data } = await withFreshToken(client, () => client.mfa.listFactors())
      // An unfinished factor would count toward the limit.
      for (const { id, status } of data?.all ?? []) {
        if (status === 'unverified') await client.mfa.unenroll({ factorId: id })
      }
      // Factors of one account need different names.
      const friendlyName = new Date().toISOString()
      const enrolled = await withFreshToken(client, () =>
        client.mfa.enroll({ factorType: 'totp', friendlyName }),
      )
      if (enrolled.data) setState({ newFactor: enrolled.data })
    })
  const remove = (factors: Factor[], successMessage: string | undefined) =>
    start(async () => {
      for (const { id } of factors) await withFreshToken(client, () => client.mfa.unenroll({ factorId: id }))
      // The session's assurance level changes with its next token.
      await client.refreshSession()
      await loadFactors(successMessage)
    })

  const isOn = Boolean(factors?.length)
  const renderButton = (label: ReactNode, onClick: () => void, className = 'button button-quiet') => (
    <button type="button" aria-disabled={isBusy} className={className} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <Section heading={texts.factorHeading}>
      {newFactor && (
        <FactorSetup
          texts={texts}
          client={client}
          newFactor={newFactor}
          intro={introText}
          onAdded={() => run(() => loadFactors(texts.factorAdded))}
          onCanceled={() => start(loadFactors)}
        />
      )}
      {factors && (
        <>
          <p ref={introText} tabIndex={-1} dir="auto">
            {isOn ? texts.factorOnText : texts.factorOffText}
          </p>
          {factors.length > 1 && (
            <ul className="factors">
              {factors.map((factor) => (
                <li key={factor.id}>
                  <span dir="auto">{fillTemplate(texts.factorItem, { date: formatAddedAt(factor) })}</span>
                  {renderButton(
                    <>
                      {texts.factorRemoveOne}
                      <span className="sr-only"> {formatAddedAt(factor)}</span>
                    </>,
                    () => remove([factor], texts.factorRemovedOne),
                    'text-link',
                  )}
                </li>
              ))}
            </ul>
          )}
          <div className="auth-actions">
            {isOn && renderButton(isBusy ? texts.working : texts.factorAnother, startSetup)}
            {renderButton(isBusy ? texts.working : isOn ? texts.factorRemove : texts.factorStart, () =>
              isOn ? remove(factors, texts.factorRemoved) : startSetup(),
            )}
          </div>
        </>
      )}
      <div role="status" className={successMessage ? 'form-done' : 'sr-only'}>
        {successMessage}
      </div>
      {alert}
      {problem &&
        !factors &&
        !newFactor &&
        renderButton(isBusy ? texts.working : texts.retry, () => start(loadFactors))}
    </Section>
  )
}

/** Formats the time at which an app was added, to the second, so that the user can tell apps apart. */
const formatAddedAt = ({ created_at }: Factor) => formatMoment(created_at, { hasSeconds: true })

type FactorSetupProps = Omit<AccountSectionProps, 'email'> & {
  newFactor: NewFactor
  intro: RefObject<HTMLParagraphElement | null>
  onAdded: () => Promise<void>
  onCanceled: () => void
}

/** Shows the secret for the authenticator app, and accepts the app's first code. */
function FactorSetup({ texts, client, newFactor, intro, onAdded, onCanceled }: FactorSetupProps) {
  const { id, totp } = newFactor
  return (
    <div className="auth-view">
      <p ref={intro} tabIndex={-1} dir="auto">
        {texts.factorScanText}
      </p>
      {/* A phone cannot scan its own screen. */}
      <a href={totp.uri} dir="auto" className="button button-quiet factor-open">
        {texts.factorOpen}
      </a>
      {/* biome-ignore lint/performance/noImgElement: a data URL, which cannot be optimized */}
      <img src={totp.qr_code} alt={texts.factorPicture} width={200} height={200} className="factor-picture" />
      <p>
        <span dir="auto">{texts.factorKey}</span>{' '}
        <code className="factor-key">{totp.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <AuthForm
        label={texts.factorHeading}
        fieldNames={['appCode']}
        texts={texts}
        submitLabel={texts.factorSubmit}
        onSubmit={async (readField) => {
          const challenge = { factorId: id, code: readField('appCode') }
          throwIfError(await client.mfa.challengeAndVerify(challenge))
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
