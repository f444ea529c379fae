import type { ReactNode } from 'react'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'

type MemberPageProps = { heading: unknown; lead: unknown; children: ReactNode }

/** A page of members: what it is for, and beside it the form. */
export function MemberPage({ heading, lead, children }: MemberPageProps) {
  return (
    <div className="member-page ring-field surface-bone relative pt-10 pb-section lg:pt-20">
      <div className="page-grid gap-y-10">
        <div className="member-words col-span-full lg:col-span-5">
          <Heading level={1} className="text-title">
            {heading}
          </Heading>
          <Text className="mt-6 max-w-[36ch] text-lead text-muted">{lead}</Text>
        </div>
        <div className="col-span-full max-w-xl lg:col-[7/-1]">{children}</div>
      </div>
    </div>
  )
}
