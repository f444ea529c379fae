import type { SiteContent } from '@/lib/content/settings'
import { ContactFormPlace } from './ContactFormPlace'
import { ContactIntro } from './ContactIntro'
import { ContactProcess } from './ContactProcess'
import { ContactReasons } from './ContactReasons'
import { LocationCard } from './LocationCard'
import type { ContactContent as Content } from './types'

/** The contact page. */
export function ContactContent({ page, site }: { page: Content; site: SiteContent }) {
  return (
    <>
      <ContactIntro page={page} />
      <div className="surface-bone py-section">
        <div className="page-grid gap-y-16">
          <div className="col-span-full max-w-2xl lg:col-span-6">
            <ContactFormPlace page={page} site={site} />
          </div>
          <div className="col-span-full max-w-2xl lg:col-[8/-1]">
            <LocationCard page={page} site={site} />
          </div>
        </div>
      </div>
      <ContactReasons page={page} />
      <ContactProcess page={page} />
    </>
  )
}
