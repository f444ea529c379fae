'use client'

import type { GoTrueClient } from '@supabase/supabase-js'
import { type ReactNode, useEffect, useState } from 'react'
import { storeSignInNotice } from '@/components/ui/toast/signInNotice'
import { needsSecondFactor, requireStorage, verifyEmail } from '@/lib/auth/browser/authCalls'
import { callRoute } from '@/lib/auth/browser/callRoute'
import {
  clearEmailLink,
  type EmailLink,
  getLinkPurpose,
  parseExpiredLink,
  readEmailLink,
  readTarget,
} from '@/lib/auth/browser/emailLink'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { getErrorCode } from '@/lib/errorCode'
import { pages } from '@/lib/pages'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { ChoosePasswordView } from '../NewPasswordForm'
import { SecondFactorView } from '../SecondFactorView'
import { useStepTitle, View } from '../View'
import { type ConfirmTexts, ExpiredView } from './ExpiredView'

/** Pages that show the account's email. */
const accountPages = new Set<string>([pages.resetPassword.path, pages.account.path])

/** Whether the password is chosen on a later page: at `/reset-password`, or, if a buyer wants one, at `/account`. */
const setsPasswordLater = ({ next }: EmailLink) =>
  new URL(next).pathname === pages.resetPassword.path || readTarget(next).skipsPassword

/** Verifies an emailed link when the form's button is pressed. Email scanners open links but press no button. */
export function ConfirmForm({ texts }: { texts: ConfirmTexts }) {
  const [step, setStep] = useState<ReactNode>()
  const [openedLink, setOpenedLink] = useState<EmailLink>()
  // Only the browser can read the link.
  useEffect(() => {
    const expiredLink = parseExpiredLink(location.hash, location.origin)
    if (expiredLink) setStep(<ExpiredView texts={texts} link={expiredLink} />)
    else setOpenedLink(readEmailLink())
  }, [texts])
  const purpose = openedLink && getLinkPurpose(openedLink)
  useStepTitle(step || !purpose ? undefined : texts[`${purpose}Heading`])

  function finish(link: EmailLink, email: string) {
    const { url } = readTarget(link.next)
    const { pathname } = new URL(url)
    const text = fillTemplate(texts.signedInText, { email })
    // An attacker can send a link to their own account with any email in it, so an unexpected account is shown first.
    const isExpected = link.email?.toLowerCase() === email.toLowerCase() || accountPages.has(pathname)
    const isEmailChange = link.type === 'email_change'
    if (!isEmailChange && isExpected) {
      if (pathname !== pages.resetPassword.path) storeSignInNotice(text)
      return location.assign(url)
    }
    setStep(
      <View heading={isEmailChange ? texts.changedHeading : texts.signedInHeading} text={text}>
        <AuthLink href={url} className="button" label={texts.continueLink} />
      </View>,
    )
  }

  /** Verifies the link, which works once. Returns undefined after the first of an email change's two links. */
  async function verify(client: GoTrueClient, link: EmailLink) {
    const { tokenHash: token_hash, type, code: token, email, newEmail: new_email } = link
    if (type !== 'email_change') return verifyEmail(client, { token_hash, type })
    const verified = await verifyEmail(client, { token_hash, type, token, email, new_email })
    // Fails without Stripe, when there is nothing to update. After other failures, later requests retry the update.
    if (verified) await callRoute('/api/account/email').catch(() => {})
    return verified
  }

  async function submit(): Promise<void> {
    const link = readEmailLink()
    if (!link) return setStep(<View heading={texts.incompleteHeading} text={texts.incompleteText} />)
    requireStorage()
    const client = await loadAuthClient()
    let verified: Awaited<ReturnType<typeof verify>>
    try {
      verified = await verify(client, link)
    } catch (error) {
      if (getErrorCode(error) !== 'otp_expired') throw error
      clearEmailLink()
      return setStep(<ExpiredView texts={texts} link={link} />)
    }
    clearEmailLink()
    if (!verified)
      return setStep(<View heading={texts.halfHeading} text={fillTemplate(texts.halfText, link)} />)
    const { email, needsPassword } = verified
    const onDone = () => finish(link, email)
    const proceed = () =>
      needsPassword && !setsPasswordLater(link)
        ? setStep(<ChoosePasswordView texts={texts} onDone={onDone} />)
        : onDone()
    // The account service requires the second factor for a new password.
    if (!(await needsSecondFactor(client))) return proceed()
    // An email change is complete before the code is entered.
    const secondFactorHeading =
      link.type === 'email_change' ? texts.changedHeading : texts.secondFactorHeading
    setStep(<SecondFactorView texts={{ ...texts, secondFactorHeading }} onDone={proceed} />)
  }

  if (step) return step
  const heading = purpose ? texts[`${purpose}Heading`] : texts.heading
  const submitLabel = purpose && texts[`${purpose}Submit`]
  const form = (
    <AuthForm label={heading} fieldNames={[]} texts={texts} submitLabel={submitLabel} onSubmit={submit} />
  )
  if (!purpose) return form
  return (
    <div className="auth-view auth-step">
      {/* The style sheet hides the page's own heading. */}
      <h1 dir="auto" className="view-heading text-subtitle">
        {heading}
      </h1>
      <p dir="auto">
        {fillTemplate(purpose === 'change' ? texts.changeText : texts.signInText, openedLink ?? {})}
      </p>
      {form}
    </div>
  )
}
