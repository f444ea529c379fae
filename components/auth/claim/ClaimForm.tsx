'use client'

import { useState } from 'react'
import { Text } from '@/components/ui/text/Text'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { isText } from '@/lib/content/contentGuards'
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

/** Error codes of a missing or old session. The user then needs a new emailed link. */
const newLinkErrorCodes = new Set([
  'reauthentication_needed',
  'no_authorization',
  'bad_jwt',
  'session_not_found',
])

/** Sets a new password and attaches guest purchases to the account, for a user who arrived by an emailed link. */
export function ClaimForm({ texts }: { texts: ClaimTexts }) {
  const [view, setView] = useState<'form' | 'link' | 'done'>('form')

  async function claim(password: string) {
    try {
      // Older links have the claim's nonce in the query.
      const nonce = new URLSearchParams(location.hash.slice(1) || location.search).get('claim') ?? ''
      await callRoute('/api/claim', { password, claim: nonce })
    } catch (error) {
      const code = getErrorCode(error) ?? ''
      if (code === 'no_claim') return texts.noneText
      if (!newLinkErrorCodes.has(code)) throw error
      return setView('link')
    }
    setView('done')
    await refresh({ live: true })
  }

  if (view === 'link') {
    return (
      <View heading={texts.visitorHeading} text={undefined}>
        <ClaimLinkForm texts={texts} />
      </View>
    )
  }
  if (view === 'done') {
    return (
      <View heading={texts.doneHeading} text={texts.doneText}>
        <AuthLink href="/" className="button" label={texts.doneLink} />
      </View>
    )
  }
  return <NewPasswordForm texts={texts} save={claim} />
}

/** Emails a new link to a guest whose link is missing or expired. */
export function ClaimLinkForm({ texts }: { texts: ClaimTexts }) {
  return (
    <>
      <Text className="mb-6">{texts.missingText}</Text>
      <AuthForm
        fieldNames={['email']}
        texts={texts}
        submitLabel={texts.missingSubmit ?? texts.submit}
        onSubmit={async (readField) => {
          const email = readField('email')
          await callRoute('/api/claim/send', { email })
          return fillTemplate(texts.sentText, { email })
        }}
      />
      {isText(texts.portalLogin) && (
        <p className="mt-6">
          <AuthLink href="/api/portal-login" label={texts.portalLogin} />
        </p>
      )}
    </>
  )
}
