'use client'

import { useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { fillTemplate } from '@/lib/content/format'
import type { ClaimPageQueryResult } from '@/lib/content/types.generated'
import { getErrorCode } from '@/lib/errorCode'
import { refresh } from '@/lib/membership/mirror/subscriptionStore'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { NewPasswordForm } from '../NewPasswordForm'
import type { PageTexts } from '../texts'
import { View } from '../View'

type ClaimTexts = PageTexts<ClaimPageQueryResult>

/** The session has to be newer than this, from another emailed link. */
const needsLink = new Set(['reauthentication_needed', 'no_authorization', 'bad_jwt', 'session_not_found'])

/** Attaches a guest's purchase to the account of a user who arrived by the link from the mail. */
export function ClaimForm({ texts }: { texts: ClaimTexts }) {
  const [shown, setShown] = useState<'form' | 'link' | 'done'>('form')

  async function claim(password: string) {
    try {
      // Links of former versions have it in the query.
      const claim = new URLSearchParams(location.hash.slice(1) || location.search).get('claim') ?? ''
      await callRoute('/api/claim', { password, claim })
    } catch (error) {
      const code = getErrorCode(error) ?? ''
      if (code === 'no_claim') return texts.noneText
      if (!needsLink.has(code)) throw error
      return setShown('link')
    }
    setShown('done')
    await refresh({ live: true })
  }

  if (shown === 'link') {
    return (
      <View heading={texts.visitorHeading} text={undefined}>
        <ClaimLinkForm texts={texts} />
      </View>
    )
  }
  if (shown === 'done') {
    return (
      <View heading={texts.doneHeading} text={texts.doneText}>
        <AuthLink href="/" className="button" label={texts.doneLink} />
      </View>
    )
  }
  return <NewPasswordForm texts={texts} save={claim} />
}

/** Mails another link to a user without one, or with an expired one. */
export function ClaimLinkForm({ texts }: { texts: ClaimTexts }) {
  return (
    <>
      <Text className="mb-6">{texts.missingText}</Text>
      <AuthForm
        fieldNames={['email']}
        texts={texts}
        submit={texts.missingSubmit ?? texts.submit}
        onSubmit={async (text) => {
          const email = text('email')
          await callRoute('/api/claim/send', { email })
          return fillTemplate(texts.sentText, { email })
        }}
      />
      <AuthLink href="/api/portal-login" label={texts.portalLogin} />
    </>
  )
}
