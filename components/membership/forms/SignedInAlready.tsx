import { Text } from '@/components/ui/text/Text'
import { MemberLink } from './MemberLink'

/** Shown in place of a form to members who are signed in already. */
export function SignedInAlready({ texts }: { texts: { signedInText?: string; accountLink?: string } }) {
  return (
    <div className="for-members">
      <Text className="text-lead">{texts.signedInText}</Text>
      <MemberLink href="/account">{texts.accountLink}</MemberLink>
    </div>
  )
}
