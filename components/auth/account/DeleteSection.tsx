import { Fragment, useState, useSyncExternalStore } from 'react'
import { getServerSnapshot, getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { needsSecondFactor, throwIfError } from '@/lib/auth/browser/authCalls'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { AuthProblem } from '@/lib/auth/browser/problems'
import { fillTemplate, formatDay } from '@/lib/content/text/format'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SecondFactorView } from '../SecondFactorView'
import { focusElement } from '../View'
import { type AccountSectionProps, Section } from './Section'

type Step = 'closed' | 'canceled' | 'password' | 'code' | 'secondFactor'

/** Deletes the account after the user has proved their identity again. */
export function DeleteSection({
  texts,
  client,
  email,
  onDeleted,
}: AccountSectionProps & { onDeleted: () => void }) {
  const [step, setStep] = useState<Step>('closed')
  const { response } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  const keepsUntil = response?.status === 'active' && !response.ending && response.subscription_end
  const { deleteFactorHeading: secondFactorHeading, deleteSubmit: secondFactorSubmit } = texts
  const factorTexts = { ...texts, secondFactorHeading, secondFactorSubmit }
  const proofField = step === 'code' ? 'code' : 'currentPassword'

  async function deleteAccount() {
    await callRoute('/api/account/delete')
    await client.signOut({ scope: 'local' })
    onDeleted()
  }

  /** Emails a code on request. Otherwise verifies the proof, and deletes the account or requires the second factor. */
  async function submitProof(readField: FieldReader, intent: string) {
    if (intent === 'mail') {
      const options = { shouldCreateUser: false, ...(await requestCaptchaOption()) }
      throwIfError(await client.signInWithOtp({ email, options }))
      return setStep('code')
    }
    if (step === 'code') {
      throwIfError(await client.verifyOtp({ email, token: readField('code'), type: 'email' }))
    } else {
      const credentials = { email, password: readField('currentPassword') }
      const options = await requestCaptchaOption()
      const { error } = await client.signInWithPassword({ ...credentials, options })
      if (error?.code === 'invalid_credentials') throw new AuthProblem('passwordWrong')
      if (error) throw error
    }
    if (await needsSecondFactor(client)) setStep('secondFactor')
    else await deleteAccount()
  }

  return (
    <Section heading={texts.deleteHeading}>
      <p dir="auto">{response?.ended_at ? texts.deleteEndedText : texts.deleteText}</p>
      {keepsUntil && <p dir="auto">{fillTemplate(texts.deleteKeepText, { date: formatDay(keepsUntil) })}</p>}
      {(step === 'closed' || step === 'canceled') && (
        <button
          // Restores the focus, since the focused button was removed with its step.
          ref={step === 'canceled' ? focusElement : undefined}
          type="button"
          className="button button-quiet"
          onClick={() => setStep('password')}
        >
          {texts.deleteStart}
        </button>
      )}
      {(step === 'password' || step === 'code') && (
        <Fragment key={step}>
          <p ref={focusElement} tabIndex={-1} role="status" dir="auto">
            {step === 'code' ? fillTemplate(texts.deleteCodeText, { email }) : texts.deleteConfirmText}
          </p>
          <AuthForm
            label={texts.deleteHeading}
            fieldNames={[proofField]}
            texts={texts}
            submitLabel={texts.deleteSubmit}
            accountEmail={email}
            variant="destructive"
            onSubmit={submitProof}
          >
            <div className="auth-actions">
              {step === 'password' && (
                <button type="submit" name="intent" value="mail" className="text-link">
                  {texts.deleteMailButton}
                </button>
              )}
              <button type="button" className="text-link" onClick={() => setStep('canceled')}>
                {texts.deleteCancel}
              </button>
            </div>
          </AuthForm>
        </Fragment>
      )}
      {step === 'secondFactor' && (
        <SecondFactorView isInSection texts={factorTexts} onDone={deleteAccount}>
          {/* The new session lacks the second factor, so the account page requires it again. */}
          <AuthLink href="/account" label={texts.deleteCancel} />
        </SecondFactorView>
      )}
    </Section>
  )
}
