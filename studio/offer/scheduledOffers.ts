import { type ChargeChange, chargeChanges } from '@/lib/membership/offer/chargeChanges'
import type { Question } from '../useQuery'

/** The versions of the offer that are in releases, and the releases whose time is set. */
export type ScheduledOffers = {
  releases: { name: string; publishAt: string | null }[]
  offers: ({ _id: string } & Record<string, unknown>)[]
}

/** Asks for the {@link ScheduledOffers}. A draft that is scheduled is in a release of its own. */
export const scheduledOffersQuery: Question = {
  query: `{
    "releases": releases::all()[state in ["scheduled", "scheduling"]]{name, publishAt},
    "offers": *[_id in path("versions.**") && _type == "offer"]{_id, currency, introPrice, introMonths, regularPrice}
  }`,
  perspective: 'raw',
}

/** A scheduled version of the offer that takes over at its time, and what it would charge. */
export type ScheduledChargeChange = { at: Date; currency: string; changes: ChargeChange[] }

/**
 * The scheduled versions of the offer whose charges differ from others. Nobody confirms them at their time.
 *
 * @param charges - fields of the offer as they are going to be
 * @returns the next one first, each with what it changes
 */
export function findScheduledChargeChanges(
  { releases, offers }: ScheduledOffers,
  charges: Record<string, unknown>,
): ScheduledChargeChange[] {
  return releases
    .flatMap(({ name, publishAt }) => {
      const offer = offers.find(({ _id }) => _id.startsWith(`versions.${name}.`))
      const changes = chargeChanges(charges, offer).filter(({ isChanged }) => isChanged)
      if (!offer || !publishAt || changes.length === 0) return []
      return [{ at: new Date(publishAt), currency: String(offer.currency ?? 'usd'), changes }]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
