'use client'

import type { GoTrueClient } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import { needsSecondFactor, requireStorage, throwIfError, verifyEmail } from '@/lib/auth/browser/authCalls'
import { clearEmailLink, type EmailLink, parseExpiredLink, readEmailLink } from '@/lib/auth/browser/emailLink'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import { getErrorCode } from '@/lib/errorCode'
import { pages } from '@/lib/pages'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { ChoosePasswordView } from '../ChoosePasswordView'
import { SecondFactorView } from '../SecondFactorView'
import { View } from '../View'
import { type ConfirmTexts, ExpiredView } from './ExpiredView'

type Shown =
  | { name: 'button' | 'half' | 'incomplete' }
  | { name: 'expired'; link: EmailLink }
  | { name: 'password' | 'secondFactor' | 'done'; link: EmailLink; email: string }

/**
 * Pages that show the account's email themselves. Before any other page, visitors see which account the link opened.
 */
const passwordPages = new Set<string>([pages.resetPassword.path, pages.claim.path])

const requiresPassword = ({ next }: EmailLink) => passwordPages.has(new URL(next).pathname)

/** Uses a link from an email once its button is pressed: mail scanners only open it. */
export function ConfirmForm({ texts }: { texts: ConfirmTexts }) {
  const [shown, setShown] = useState<Shown>({ name: 'button' })
  // Static pages read their fragment once the script has loaded.
  useEffect(() => {
    const link = parseExpiredLink(location.hash, location.origin)
    if (link) setShown({ name: 'expired', link })
  }, [])

  function finish(link: EmailLink, email: string) {
    if (requiresPassword(link)) location.assign(link.next)
    else setShown({ name: 'done', link, email })
  }

  /** Uses the link up; undefined after the first half of a change of the email address. */
  async function verify(client: GoTrueClient, { tokenHash: token_hash, type }: EmailLink) {
    if (type !== 'email_change') return verifyEmail(client, { token_hash, type })
    const { data } = throwIfError(await client.verifyOtp({ token_hash, type }))
    return data.session ? { email: data.session.user.email ?? '', needsPassword: false } : undefined
  }

  async function act(): Promise<void> {
    const link = readEmailLink()
    if (!link) return setShown({ name: 'incomplete' })
    requireStorage()
    const client = await loadAuthClient()
    let verified: Awaited<ReturnType<typeof verify>>
    try {
      verified = await verify(client, link)
    } catch (error) {
      if (getErrorCode(error) !== 'otp_expired') throw error
      clearEmailLink()
      return setShown({ name: 'expired', link })
    }
    clearEmailLink()
    if (!verified) return setShown({ name: 'half' })
    const { email, needsPassword } = verified
    if (needsPassword && !requiresPassword(link)) setShown({ name: 'password', link, email })
    else if (await needsSecondFactor(client)) setShown({ name: 'secondFactor', link, email })
    else finish(link, email)
  }

  switch (shown.name) {
    case 'expired':
      return <ExpiredView texts={texts} link={shown.link} />
    case 'password':
      return <ChoosePasswordView texts={texts} onDone={() => finish(shown.link, shown.email)} />
    case 'secondFactor':
      return <SecondFactorView texts={texts} onDone={() => finish(shown.link, shown.email)} />
    case 'half':
      return <View heading={texts.halfHeading} text={texts.halfText} />
    case 'incomplete':
      return <View heading={texts.incompleteHeading} text={texts.incompleteText} />
    case 'done':
      return (
        <View
          heading={getHeading(shown.link, texts)}
          text={fillTemplate(texts.signedInText, { email: shown.email })}
        >
          <AuthLink href={shown.link.next} className="button" label={texts.continueLink} />
        </View>
      )
    default:
      return (
        <>
          <Text className="mb-6">{texts.signInNote}</Text>
          <AuthForm fieldNames={[]} texts={texts} onSubmit={act} />
        </>
      )
  }
}

function getHeading({ type }: EmailLink, texts: ConfirmTexts): string | undefined {
  if (type === 'email_change') return texts.changedHeading
  return type === 'signup' || type === 'email' ? texts.confirmedHeading : texts.signedInHeading
}
