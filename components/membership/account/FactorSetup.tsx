import type { SupabaseClient } from '@supabase/supabase-js'
import { unlessWrong } from '@/lib/membership/answer'
import { MemberForm } from '../forms/MemberForm'
import type { AccountTexts } from './types'

/** An authenticator app that is being added. */
export type NewFactor = {
  id: string
  /** A picture of the key, as a data address. */
  picture: string
  secret: string
}

type FactorSetupProps = {
  texts: AccountTexts
  client: SupabaseClient
  factor: NewFactor
  onAdded: () => Promise<void>
  onCancelled: () => void
}

/** Shows the key for the authenticator app, and takes the first code of it. */
export function FactorSetup({ texts, client, factor, onAdded, onCancelled }: FactorSetupProps) {
  return (
    <div className="member-view">
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
      <MemberForm
        label={texts.factorHeading}
        names={['appCode']}
        texts={texts}
        submit={texts.factorSubmit}
        act={async ({ appCode }) => {
          const given = { factorId: factor.id, code: appCode }
          unlessWrong(await client.auth.mfa.challengeAndVerify(given))
          await onAdded()
        }}
      >
        <button type="button" className="text-link" onClick={onCancelled}>
          {texts.factorCancel}
        </button>
      </MemberForm>
    </div>
  )
}
