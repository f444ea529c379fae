import type { OfferFields } from '@/lib/content/offerTypes'
import { type ChargeChange, compareCharges } from '@/lib/membership/offer/chargeChanges'
import type { Query } from '../useQuery'

/** Versions of the offer in all open releases, and those open releases that are scheduled. */
export type ScheduledOffers = {
  releases: { name: string; publishAt: string | null }[]
  offers: ({ _id: string } & OfferFields)[]
}

/** Fetches the {@link ScheduledOffers}. A scheduled draft has a release of its own. */
export const scheduledOffersQuery: Query = {
  query: `{
    "releases": releases::all()[state in ["scheduled", "scheduling"]]{name, publishAt},
    "offers": *[_id in path("versions.**") && _type == "offer"]{_id, currency, introPrice, introMonths, regularPrice}
  }`,
  perspective: 'raw',
}

/** A scheduled version of the offer, with its publication time and changed charges. */
export type ScheduledChargeChange = { publishAt: Date; currency: string; changes: ChargeChange[] }

/**
 * Returns the scheduled versions of the offer that change the given charges. Sanity publishes them without a confirmation.
 *
 * @param charges - the charges and currency of the offer as they are about to be published
 * @returns sorted by time, earliest first
 */
export function findScheduledChargeChanges(
  { releases, offers }: ScheduledOffers,
  charges: OfferFields,
): ScheduledChargeChange[] {
  return releases
    .flatMap(({ name, publishAt }) => {
      const offer = offers.find(({ _id }) => _id.startsWith(`versions.${name}.`))
      const changes = compareCharges(charges, offer).filter(({ isChanged }) => isChanged)
      if (!offer || !publishAt || changes.length === 0) return []
      return [{ publishAt: new Date(publishAt), currency: String(offer.currency ?? 'usd'), changes }]
    })
    .toSorted((a, b) => a.publishAt.getTime() - b.publishAt.getTime())
}
