import { givenTexts } from '@/components/ui/list'
import type { HomePageQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<HomePageQueryResult>['messages']

/**
 * The place of the status card, with its words. It has its height before anything is painted where a session is kept
 * (`data-member`), and none for anybody else. `Membership` fills it.
 */
export function StatusPlace({ messages }: { messages: Messages | undefined }) {
  return (
    <div
      className="status-slot surface-deep"
      data-texts={JSON.stringify(givenTexts(messages?.subscription))}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it keeps React from looking inside
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}
