import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import { fillTemplate } from '@/lib/content/format'
import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { requireStorage } from '@/lib/membership/arrival'
import { loadAuthClient } from '@/lib/membership/authClient'
import { type EmailLink, emailLinkOfPage, forgetEmailLink } from '@/lib/membership/emailLink'
import { needsSecondFactor } from '@/lib/membership/secondFactor'
import type { Handover } from '../forms/handover'
import { MemberForm } from '../forms/MemberForm'
import { MemberLink } from '../forms/MemberLink'
import { SecondFactorView } from '../forms/SecondFactorView'
import type { TextsOf } from '../forms/texts'
import { ViewHeading } from '../forms/ViewHeading'
import { ExpiredView } from './ExpiredView'

/** What the page of links in e-mails says. */
export type ConfirmTexts = TextsOf<NonNullable<ConfirmPageQueryResult>>

type View =
  | { name: 'button' }
  | { name: 'half' }
  | { name: 'incomplete' }
  | { name: 'expired'; link: EmailLink }
  | { name: 'secondFactor'; client: SupabaseClient; link: EmailLink; email: string }
  | { name: 'done'; link: EmailLink; email: string }

/** These pages name the account themselves. Before any other, people are told in whose account the link has put them. */
const namesAccount = new Set(['/reset-password', '/claim'])

/** Uses a link from an e-mail, once somebody presses the button: programs that look into e-mails only open it. */
export function Panel({ texts, start }: { texts: ConfirmTexts; start: Handover }) {
  const [view, setView] = useState<View>({ name: 'button' })
  // Whoever turns to the button is about to press it. Failures show when it is used.
  useEffect(() => void loadAuthClient().catch(() => undefined), [])

  function finish(link: EmailLink, email: string) {
    if (namesAccount.has(new URL(link.next).pathname)) location.assign(link.next)
    else setView({ name: 'done', link, email })
  }

  async function act(): Promise<void> {
    const link = emailLinkOfPage()
    if (!link) return setView({ name: 'incomplete' })
    requireStorage()
    const client = await loadAuthClient()
    const { data, error } = await client.auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
    if (error?.code === 'otp_expired') {
      forgetEmailLink()
      return setView({ name: 'expired', link })
    }
    if (error) throw error
    forgetEmailLink()
    if (!data.session) return setView({ name: 'half' })
    const email = data.session.user.email ?? ''
    if (await needsSecondFactor(client)) setView({ name: 'secondFactor', client, link, email })
    else finish(link, email)
  }

  switch (view.name) {
    case 'expired':
      return <ExpiredView texts={texts} link={view.link} />
    case 'secondFactor':
      return (
        <SecondFactorView texts={texts} client={view.client} goOn={() => finish(view.link, view.email)} />
      )
    case 'half':
      return (
        <div className="member-view">
          <ViewHeading>{texts.halfHeading}</ViewHeading>
          <p dir="auto">{texts.halfText}</p>
        </div>
      )
    case 'incomplete':
      return (
        <p role="alert" dir="auto" className="form-failed">
          {texts.incompleteText}
        </p>
      )
    case 'done':
      return (
        <div className="member-view">
          <ViewHeading>{headingFor(view.link, texts)}</ViewHeading>
          <p dir="auto">{fillTemplate(texts.signedInText, { email: view.email })}</p>
          <MemberLink href={view.link.next} className="button">
            {texts.continueLink}
          </MemberLink>
        </div>
      )
    default:
      return (
        <>
          <Text className="mb-6">{texts.signInNote}</Text>
          <MemberForm
            label={texts.heading}
            names={[]}
            texts={texts}
            submit={texts.submit}
            start={start}
            act={act}
          />
        </>
      )
  }
}

function headingFor({ type }: EmailLink, texts: ConfirmTexts): string | undefined {
  if (type === 'email_change') return texts.changedHeading
  return type === 'signup' || type === 'email' ? texts.confirmedHeading : texts.signedInHeading
}
