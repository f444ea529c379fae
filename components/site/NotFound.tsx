import Link from 'next/link'
import { isText } from '@/components/ui/list'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import type { NotFoundPageQueryResult } from '@/lib/content/types.generated'

/** What any address that does not exist shows. */
export function NotFound({ page }: { page: NotFoundPageQueryResult }) {
  return (
    <div className="unlit ring-field surface-ink relative pt-16 lg:pt-28">
      <div className="page-grid">
        <div className="col-span-full lg:col-span-9">
          <Heading level={1} className="text-display">
            {page?.heading}
          </Heading>
          <Text className="mt-8 max-w-[40ch] text-lead text-muted">{page?.text}</Text>
          {isText(page?.homeLabel) && (
            <p className="mt-10">
              <Link href="/" prefetch={false} className="button">
                <span dir="auto">{page.homeLabel}</span>
              </Link>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
