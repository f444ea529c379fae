import { stegaClean } from '@sanity/client/stega'
import { defineQuery } from 'groq'
import { ContactLinks } from '@/components/site/ContactLinks'
import { JsonLd } from '@/components/site/JsonLd'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { NumberedPath } from '@/components/ui/numberedPath/NumberedPath'
import { Picture } from '@/components/ui/picture/Picture'
import { Features, hasFeatures } from '@/components/ui/text/Features'
import { getLevelBelow, Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import { featureFields, linkFields, pictureFields, seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterTexts } from '@/lib/content/text/contentGuards'
import { parseHours } from '@/lib/content/text/openingHours'
import type { ContactPageQueryResult } from '@/lib/content/types.generated'
import { siteOrigin } from '@/lib/seo/metadata'
import { createHoursData } from '@/lib/seo/structuredData'
import { ContactForm } from './ContactForm'

type Page = NonNullable<ContactPageQueryResult>

/** GROQ query for the contact page. */
export const contactPageQuery = defineQuery(`*[_type == "contactPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  eyebrow,
  heading,
  lead,
  formHeading,
  formIntro,
  emailLabel,
  phoneLabel,
  locationHeading,
  locationName,
  locationText,
  locationPicture{${pictureFields}},
  directionsLink{${linkFields}},
  hoursHeading,
  hours,
  reasonsHeading,
  reasons[]{${featureFields}},
  processHeading,
  processSteps[]{${featureFields}}
}`)

/** The contact page. */
export function ContactContent({ page, site }: { page: Page; site: SiteContent }) {
  const contactLinks = (
    <ContactLinks site={site} labels={{ email: page.emailLabel, phone: page.phoneLabel }} />
  )
  const openingHours = parseHours(page.hours)
  return (
    <>
      <div className="contact-intro ring-field surface-ink lamp-glow relative">
        <div className="page-grid pt-10 pb-16 lg:pt-16 lg:pb-24">
          <div className="col-span-full lg:col-span-9">
            <Text className="eyebrow mb-5">{page.eyebrow}</Text>
            <Heading level={1} className="text-display">
              {page.heading}
            </Heading>
            <Text className="mt-8 max-w-[27em] text-lead text-muted">{page.lead}</Text>
          </div>
        </div>
      </div>
      <div className="surface-bone py-section">
        <div className="page-grid gap-y-16">
          <div className="col-span-full lg:col-span-6">
            <section id="form">
              <ContactForm
                texts={site.messages.contactForm}
                heading={page.formHeading}
                intro={page.formIntro}
                openingHours={openingHours}
                toEmail={stegaClean(site.settings?.contactEmail) ?? ''}
              >
                {contactLinks}
              </ContactForm>
            </section>
          </div>
          <div className="col-span-full lg:sticky lg:top-10 lg:col-[8/-1] lg:self-start">
            <LocationCard page={page} site={site} />
            <div className="mt-8 border-t border-text pt-6">{contactLinks}</div>
          </div>
        </div>
      </div>
      {hasFeatures(page.reasons) && (
        <section className="surface-deep py-section">
          <div className="page-grid gap-y-10">
            <Heading level={2} className="col-span-full text-title lg:col-span-4">
              {page.reasonsHeading}
            </Heading>
            <Features
              features={page.reasons}
              level={getLevelBelow(2, page.reasonsHeading)}
              className="col-span-full lg:col-[6/-1]"
              itemClassName="grid items-baseline gap-x-8 gap-y-2 border-t border-rule py-6 last:border-b sm:grid-cols-2"
              titleClassName="text-subtitle"
              textClassName="text-muted"
            />
          </div>
        </section>
      )}
      {/** The steps after the first message, from recording to finished content. */}
      <NumberedPath heading={page.processHeading} steps={page.processSteps} />
      <JsonLd data={createHoursData(openingHours.periods, siteOrigin)} />
    </>
  )
}

/** The studio's location, directions and opening hours. */
function LocationCard({ page, site }: { page: Page; site: SiteContent }) {
  return (
    <section className="surface-ink">
      <Picture
        picture={page.locationPicture}
        width={560}
        sizes="(min-width: 64rem) 36vw, 100vw"
        aspect={3 / 2}
      />
      <div className="p-6 sm:p-8">
        <Heading level={2} className="eyebrow font-text">
          {page.locationHeading}
        </Heading>
        <Text className="mt-2 font-display text-subtitle">{page.locationName}</Text>
        <Text className="mt-3 text-muted">{page.locationText}</Text>
        <ContentLink link={page.directionsLink} site={site} className="text-link mt-3" />
        {filterTexts(page.hours).length > 0 && (
          <div className="mt-5 border-t border-rule pt-5">
            <Heading level={getLevelBelow(2, page.locationHeading)} className="eyebrow font-text">
              {page.hoursHeading}
            </Heading>
            <TextList texts={page.hours} className="mt-2 grid gap-1" />
          </div>
        )}
      </div>
    </section>
  )
}
