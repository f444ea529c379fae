import { getVersionFromId, type ValidationContext } from 'sanity'
import type { Problem } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { compareCharges, formatCharge } from '@/lib/membership/offer/chargeChanges'
import {
  findScheduledChargeChanges,
  type ScheduledOffers,
  scheduledOffersQuery,
} from '@/studio/offer/scheduledOffers'

type ReleaseCharges = {
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
 * Checks that a release of several documents changes no charges. An editor confirms charges when publishing or scheduling
 * the offer itself, and a release skips that confirmation. A release with unchanged charges is refused as well while a
 * scheduled version of the offer changes them, because the release could revert that change. The check is skipped when
 * the request fails.
 *
 * @param offer - the version of the offer in the release
 */
export async function checkReleaseCharges(
  offer: unknown,
  { getClient }: Pick<ValidationContext, 'getClient'>,
): Promise<true | Problem[]> {
  if (!isRecord(offer)) return true
  const release = getVersionFromId(String(offer._id))
  if (release === undefined) return true
  const charges = await getClient({ apiVersion })
    .withConfig({ perspective: 'raw' })
    .fetch<ReleaseCharges>(query, { release: `_.releases.${release}` })
    .catch(() => null)
  // A release of the cardinality `one` is a scheduled draft, which was confirmed when it was scheduled.
  if (!charges || charges.cardinality === 'one') return true
  const changedCharges = compareCharges(charges.published, offer).filter(({ isChanged }) => isChanged)
  const currency = String(offer.currency ?? 'usd')
  const problems = changedCharges.map(({ name, title, before, after }) => {
    const currentText = before === null ? 'not sold yet' : `${formatCharge(name, before, currency)} now`
    const correction =
      before === null ? 'Take the offer out' : `Write ${formatCharge(name, before, currency)} here`
    return {
      path: [name],
      message: `“${title}” is ${currentText}, and ${formatCharge(name, after, currency)} in this release. A release can’t change charges, because they need a confirmation. ${correction}. To change charges, publish or schedule the offer itself.`,
    }
  })
  const [scheduledChange] = findScheduledChargeChanges(charges.scheduled, offer)
  if (problems.length > 0 || !scheduledChange) return problems
  return scheduledChange.changes.map(({ name, title }) => ({
    path: [name],
    message: `“${title}” is scheduled to change on ${formatStudioTimeShort(scheduledChange.publishAt)}, and this release could revert that. Add the offer to a release after that, or unschedule the change.`,
  }))
}
