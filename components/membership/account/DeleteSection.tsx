import { useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import { unlessCodeWrong, unlessWrong } from '@/lib/membership/answer'
import { memberFetch } from '@/lib/membership/memberFetch'
import { MemberProblem } from '@/lib/membership/problems'
import { needsSecondFactor } from '@/lib/membership/secondFactor'
import { MemberForm, type Written } from '../forms/MemberForm'
import { SecondFactorView } from '../forms/SecondFactorView'
import { Section } from './Section'
import type { SectionProps } from './types'

type Step = 'closed' | 'password' | 'code' | 'secondFactor'

/** Deletes the account, after one more proof of who asks for it. */
export function DeleteSection({ texts, client, email, onDeleted }: SectionProps & { onDeleted: () => void }) {
  const [step, setStep] = useState<Step>('closed')

  async function deleteAccount() {
    await memberFetch('/api/account/delete')
    await client.auth.signOut({ scope: 'local' })
    onDeleted()
  }

  async function prove({ currentPassword, code }: Written, way: string) {
    if (way === 'mail') {
      unlessWrong(await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } }))
      return setStep('code')
    }
    if (step === 'code') {
      unlessCodeWrong(await client.auth.verifyOtp({ email, token: code, type: 'email' }))
    } else {
      const { error } = await client.auth.signInWithPassword({ email, password: currentPassword })
      if (error?.code === 'invalid_credentials') throw new MemberProblem('passwordWrong')
      if (error) throw error
    }
    if (await needsSecondFactor(client)) setStep('secondFactor')
    else await deleteAccount()
  }

  return (
    <Section heading={texts.deleteHeading}>
      <p dir="auto">{texts.deleteText}</p>
      {step === 'closed' && (
        <button type="button" className="button button-quiet" onClick={() => setStep('password')}>
          {texts.deleteStart}
        </button>
      )}
      {(step === 'password' || step === 'code') && (
        <>
          <p role="status" dir="auto">
            {step === 'code' ? fillTemplate(texts.deleteCodeText, { email }) : texts.deleteConfirmText}
          </p>
          <MemberForm
            key={step}
            label={texts.deleteHeading}
            names={[step === 'code' ? 'code' : 'currentPassword']}
            texts={texts}
            submit={texts.deleteSubmit}
            owner={email}
            needs={(way) => (way === 'mail' ? [] : [step === 'code' ? 'code' : 'currentPassword'])}
            act={prove}
          >
            <div className="member-ways">
              {step === 'password' && (
                <button type="submit" value="mail" className="text-link">
                  {texts.deleteMailButton}
                </button>
              )}
              <button type="button" className="text-link" onClick={() => setStep('closed')}>
                {texts.deleteCancel}
              </button>
            </div>
          </MemberForm>
        </>
      )}
      {step === 'secondFactor' && <SecondFactorView texts={texts} client={client} goOn={deleteAccount} />}
    </Section>
  )
}
