import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { MemberLink } from '../forms/MemberLink'
import type { TextsOf } from '../forms/texts'

/** What the page to sign up says. */
export type SignUpTexts = TextsOf<NonNullable<SignUpPageQueryResult>>

export const fields = ['email', 'newPassword'] as const

type WaysProps = {
  texts: { signInText?: string; signInLink?: string }
  keepNext?: (path: string) => string
}

/** The way back to the form to sign in. */
export function SignUpWays({ texts, keepNext = (path) => path }: WaysProps) {
  return (
    <div className="member-ways">
      <p dir="auto">
        {texts.signInText} <MemberLink href={keepNext('/sign-in')}>{texts.signInLink}</MemberLink>
      </p>
    </div>
  )
}
