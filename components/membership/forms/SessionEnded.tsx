import { isText } from '@/components/ui/list'

/**
 * Says on a static page that the session has ended by itself. The page's head marks the document when that is so
 * (lib/membership/memberMark.ts), and the style sheet shows this to nobody else.
 */
export function SessionEnded({ texts }: { texts: { sessionEnded?: string } }) {
  if (!isText(texts.sessionEnded)) return null
  return (
    <p dir="auto" className="session-ended form-failed mb-8">
      {texts.sessionEnded}
    </p>
  )
}
