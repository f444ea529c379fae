import type { SupabaseClient } from '@supabase/supabase-js'
import { enterAppCode } from '@/lib/membership/secondFactor'
import { MemberForm } from './MemberForm'
import type { SharedTexts } from './texts'
import { ViewHeading } from './ViewHeading'

type SecondFactorViewProps = {
  texts: SharedTexts
  client: SupabaseClient
  /** What happens when the code was right. */
  goOn: () => void | Promise<void>
}

/** Asks for the code of the authenticator app. */
export function SecondFactorView({ texts, client, goOn }: SecondFactorViewProps) {
  return (
    <div className="member-view">
      <ViewHeading>{texts.secondFactorHeading}</ViewHeading>
      <p dir="auto">{texts.secondFactorText}</p>
      <MemberForm
        label={texts.secondFactorHeading}
        names={['appCode']}
        texts={texts}
        submit={texts.secondFactorSubmit}
        act={async ({ appCode }) => {
          await enterAppCode(client, appCode)
          await goOn()
        }}
      />
    </div>
  )
}
