'use client'

import { useEffect, useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import { needsSecondFactor, requireStorage } from '@/lib/auth/browser/authCalls'
import {
  type EmailLink,
  emailLinkOfPage,
  forgetEmailLink,
  parseExpiredLink,
} from '@/lib/auth/browser/emailLink'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { pages } from '@/lib/pages'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SecondFactorView } from '../SecondFactorView'
import type { TextsOf } from '../texts'
import { View } from '../View'
import { ExpiredView } from './ExpiredView'

/** What the page of links in e-mails says. */
export type ConfirmTexts = TextsOf<ConfirmPageQueryResult>

type Shown =
  | { name: 'button' | 'half' | 'incomplete' }
  | { name: 'expired'; link: EmailLink }
  | { name: 'secondFactor' | 'done'; link: EmailLink; email: string }

/** These pages name the account themselves. Before any other, people are told in whose account the link has put them. */
const namesAccount = new Set<string>([pages.resetPassword.path, pages.claim.path])

/** Uses a link from an e-mail, once somebody presses the button: programs that look into e-mails only open it. */
export function ConfirmForm({ texts }: { texts: ConfirmTexts }) {
  const [shown, setShown] = useState<Shown>({ name: 'button' })
  // Static pages know their fragment once the script has come.
  useEffect(() => {
    const link = parseExpiredLink(location.hash, location.origin)
    if (link) setShown({ name: 'expired', link })
  }, [])

  function finish(link: EmailLink, email: string) {
    if (namesAccount.has(new URL(link.next).pathname)) location.assign(link.next)
    else setShown({ name: 'done', link, email })
  }

  async function act(): Promise<void> {
    const link = emailLinkOfPage()
    if (!link) return setShown({ name: 'incomplete' })
    requireStorage()
    const client = await loadAuthClient()
    const { data, error } = await client.verifyOtp({ token_hash: link.tokenHash, type: link.type })
    if (error?.code === 'otp_expired') {
      forgetEmailLink()
      return setShown({ name: 'expired', link })
    }
    if (error) throw error
    forgetEmailLink()
    if (!data.session) return setShown({ name: 'half' })
    const email = data.session.user.email ?? ''
    if (await needsSecondFactor(client)) setShown({ name: 'secondFactor', link, email })
    else finish(link, email)
  }

  switch (shown.name) {
    case 'expired':
      return <ExpiredView texts={texts} link={shown.link} />
    case 'secondFactor':
      return <SecondFactorView texts={texts} onDone={() => finish(shown.link, shown.email)} />
    case 'half':
      return <View heading={texts.halfHeading} text={texts.halfText} />
    case 'incomplete':
      return <View heading={texts.incompleteHeading} text={texts.incompleteText} />
    case 'done':
      return (
        <View
          heading={headingFor(shown.link, texts)}
          text={fillTemplate(texts.signedInText, { email: shown.email })}
        >
          <AuthLink href={shown.link.next} className="button" label={texts.continueLink} />
        </View>
      )
    default:
      return (
        <>
          <Text className="mb-6">{texts.signInNote}</Text>
          <AuthForm names={[]} texts={texts} act={act} />
        </>
      )
  }
}

function headingFor({ type }: EmailLink, texts: ConfirmTexts): string | undefined {
  if (type === 'email_change') return texts.changedHeading
  return type === 'signup' || type === 'email' ? texts.confirmedHeading : texts.signedInHeading
}
