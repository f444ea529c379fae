import { Text } from '@/components/ui/text/Text'

type PriceTextProps = {
  text: string | null | undefined
  /** Shown to former members, who don't get the introductory price again. */
  formerText: string | null | undefined
  className?: string
}

/** Text about the introductory price, with a variant for former members. */
export function PriceText({ text, formerText, className = '' }: PriceTextProps) {
  return (
    <>
      <Text className={`unless-former ${className}`}>{text}</Text>
      <Text className={`for-former ${className}`}>{formerText}</Text>
    </>
  )
}
