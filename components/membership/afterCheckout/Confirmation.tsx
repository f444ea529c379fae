import { defineQuery } from 'groq'
import Link from 'next/link'
import { NumberedPath } from '@/components/ui/numberedPath/NumberedPath'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import type { Topic } from '@/lib/contact/fields'
import { featureFields, seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import type { SuccessPageQueryResult } from '@/lib/content/types.generated'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { pages } from '@/lib/pages'
import { getBookingLink } from '../BookingLink'
import { AfterCheckout } from './AfterCheckout'

/** GROQ query for the success page. */
export const successPageQuery = defineQuery(`*[_type == "successPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  heading,
  checkingHeading,
  returnedHeading,
  visitorHeading,
  lead,
  benefitsHeading,
  benefits,
  nextHeading,
  nextSteps[]{${featureFields}},
  homeLabel
}`)

type ConfirmationProps = { page: NonNullable<SuccessPageQueryResult>; site: SiteContent }

/** The success page, shown after Checkout: the payment's status, the membership's benefits, and the next steps. */
export function Confirmation({ page, site }: ConfirmationProps) {
  const { afterCheckout, subscription } = site.messages
  const { pay, payBy, bookLink, notPaid: declined } = subscription
  const getBookingHref = (topic: Topic) => resolveLink(getBookingLink(site, bookLink, topic))?.href
  const headings = {
    'for-buyers': page.heading,
    'for-returned': page.returnedHeading,
    'while-checking': page.checkingHeading,
    'while-unpaid': afterCheckout.heading,
    'for-nonbuyers': page.visitorHeading,
  }
  return (
    <>
      <div className="confirmation ring-field surface-ink lamp-glow relative pt-10 pb-section lg:pt-16">
        <div className="page-grid gap-y-14">
          <div className="col-span-full lg:col-span-9">
            <h1 className="payment-variants text-display">
              {Object.entries(headings).map(([className, heading]) => (
                <Text key={className} as="span" className={className}>
                  {heading}
                </Text>
              ))}
            </h1>
            <Text className="for-newcomers mt-8 max-w-[27em] text-lead text-muted">{page.lead}</Text>
            <AfterCheckout
              texts={{ ...afterCheckout, pay, payBy, bookLink, declined }}
              bookingHref={getBookingHref('session')}
              onboardingHref={getBookingHref('onboarding')}
            >
              <div className="auth-actions">
                <a href={offerPath} className="text-link">
                  {afterCheckout.offerLink}
                </a>
                <a
                  href={`${pages.signIn.path}?next=${encodeURIComponent(pages.success.path)}`}
                  className="text-link"
                >
                  {afterCheckout.signInLink}
                </a>
              </div>
            </AfterCheckout>
          </div>
          <div className="for-newcomers sub-grid col-span-full gap-y-6">
            <Heading level={2} className="text-subtitle md:col-span-4 md:pt-4">
              {page.benefitsHeading}
            </Heading>
            <TextList
              texts={page.benefits}
              className="ruled-list md:col-[5/-1] lg:col-[6/-1]"
              itemClassName="py-4 text-lead"
            />
          </div>
        </div>
      </div>
      <NumberedPath heading={page.nextHeading} steps={page.nextSteps}>
        <p className="col-span-full">
          <Link href="/" className="button button-quiet">
            <span dir="auto">{page.homeLabel}</span>
          </Link>
        </p>
      </NumberedPath>
    </>
  )
}
