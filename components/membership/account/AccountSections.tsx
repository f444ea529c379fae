import type { SupabaseClient, User } from '@supabase/supabase-js'
import { fillTemplate } from '@/lib/content/format'
import { DeleteSection } from './DeleteSection'
import { EmailSection } from './EmailSection'
import { FactorSection } from './FactorSection'
import { PasswordSection } from './PasswordSection'
import { SessionsSection } from './SessionsSection'
import type { AccountTexts } from './types'

type AccountSectionsProps = {
  texts: AccountTexts
  client: SupabaseClient
  user: User
  onDeleted: () => void
}

/** Everything that members can change about their account. */
export function AccountSections({ texts, client, user, onDeleted }: AccountSectionsProps) {
  const common = { texts, client, email: user.email ?? '' }
  return (
    <div className="account">
      <p dir="auto" className="text-lead">
        {fillTemplate(texts.signedInText, { email: common.email })}
      </p>
      <EmailSection {...common} />
      <PasswordSection {...common} />
      <FactorSection {...common} />
      <SessionsSection {...common} />
      <DeleteSection {...common} onDeleted={onDeleted} />
    </div>
  )
}
