import { getVersionFromId, type ValidationContext } from 'sanity'
import type { Problem } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { chargeChanges, chargeText } from '@/lib/membership/offer/chargeChanges'
import {
  findScheduledChargeChanges,
  type ScheduledOffers,
  scheduledOffersQuery,
} from '@/studio/offer/scheduledOffers'

type Found = {
  published: Record<string, unknown> | null
  cardinality: string | null
  scheduled: ScheduledOffers
}

const query = `{
  "published": *[_id == "offer"][0]{currency, introPrice, introMonths, regularPrice},
  "cardinality": *[_id == $release][0].metadata.cardinality,
  "scheduled": ${scheduledOffersQuery.query}
}`

/**
 * Refuses to change what members are charged with a release of several documents: by hand, and for a time that is set,
 * somebody confirms the amounts, and a release is published as a whole. A release that keeps them would take them back
 * where they change by schedule before, and is refused too. While the lake does not answer, nothing is said.
 *
 * @param offer - the offer as it would be published
 */
export async function checkReleaseCharges(
  offer: unknown,
  { getClient }: Pick<ValidationContext, 'getClient'>,
): Promise<true | Problem[]> {
  if (!isRecord(offer)) return true
  const release = getVersionFromId(String(offer._id))
  if (release === undefined) return true
  const found = await getClient({ apiVersion })
    .withConfig({ perspective: 'raw' })
    .fetch<Found>(query, { release: `_.releases.${release}` })
    .catch(() => null)
  // One document with a time of its own is a scheduled draft, which was confirmed when it was scheduled.
  if (!found || found.cardinality === 'one') return true
  const changed = chargeChanges(found.published, offer).filter(({ isChanged }) => isChanged)
  const currency = String(offer.currency ?? 'usd')
  const differs = changed.map(({ name, title, before, after }) => {
    const now = before === null ? 'not sold yet' : `${chargeText(name, before, currency)} now`
    const instead =
      before === null ? 'Take the offer out' : `Write ${chargeText(name, before, currency)} here`
    return {
      path: [name],
      message: `“${title}” is ${now}, and ${chargeText(name, after, currency)} in this release. Nobody confirms charges there, so it cannot change them. ${instead}, and change charges by publishing the offer itself, or by scheduling its draft.`,
    }
  })
  const [later] = findScheduledChargeChanges(found.scheduled, offer)
  if (differs.length > 0 || !later) return differs
  return later.changes.map(({ name, title }) => ({
    path: [name],
    message: `“${title}” changes by schedule on ${formatStudioTimeShort(later.at)}, and this release could take that back: add the offer to a release after that, or unschedule the change.`,
  }))
}
