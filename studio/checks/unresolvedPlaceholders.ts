import { countableNames } from '@/lib/content/text/offerValues'
import { type Fields, findTexts, type Problem, toRecords } from './walk'

/**
 * Finds texts with a placeholder for a quantity that no inclusion of the published offer counts, which would be rendered
 * empty. The offer's own texts are left out: its validation checks them against the inclusions in its form.
 *
 * @param offer - null without a published one; undefined when it could not be read
 */
export function findUnresolvedPlaceholders(document: Fields, offer: Fields | null | undefined): Problem[] {
  if (document._type === 'offer' || offer === undefined) return []
  const counts = toRecords(offer?.inclusions).map((inclusion) => inclusion.counts)
  const uncounted = Object.entries(countableNames).filter(([name]) => !counts.includes(name))
  return findTexts(document).flatMap(({ text, path }) => {
    const [name, title] = uncounted.find(([countableName]) => text.includes(`{${countableName}}`)) ?? []
    const message = `No inclusion of the offer counts “${title}”, so {${name}} would leave a gap. Add one to “Offer” first, or write something else.`
    return name ? [{ path, message }] : []
  })
}
