import { MemberLink } from '../forms/MemberLink'
import type { SignInTexts } from './types'

export const fields = ['email', 'password'] as const

type MoreProps = { texts: SignInTexts; keepNext?: (path: string) => string; isBusy?: boolean }

/** What stands below the button: the other way in, and the ways to the other forms. */
export function SignInWays({ texts, keepNext = (path) => path, isBusy = false }: MoreProps) {
  return (
    <>
      {texts.mailButton && (
        <button type="submit" value="mail" aria-disabled={isBusy} className="button button-quiet">
          {texts.mailButton}
        </button>
      )}
      <div className="member-ways">
        <MemberLink href={keepNext('/forgot-password')}>{texts.forgotLink}</MemberLink>
        <p dir="auto">
          {texts.signUpText} <MemberLink href={keepNext('/sign-up')}>{texts.signUpLink}</MemberLink>
        </p>
      </div>
    </>
  )
}
