import { countableNames } from '@/lib/content/text/offerValues'
import { type Fields, findTexts, type Problem, toRecords } from './walk'

/** Returns the names of the quantities that an offer's inclusions count. */
export function getCounts(offer: Fields | null | undefined): unknown[] {
  return toRecords(offer?.inclusions).map(({ counts }) => counts)
}

/**
 * Finds texts with a placeholder for a quantity that no inclusion counts, which would be rendered empty.
 *
 * @param counts - of the published offer, see {@link getCounts}
 */
export function findUnresolvedPlaceholders(document: Fields, counts: readonly unknown[]): Problem[] {
  const uncounted = Object.entries(countableNames).filter(([name]) => !counts.includes(name))
  return findTexts(document).flatMap(({ text, path }) => {
    const [name, title] = uncounted.find(([countableName]) => text.includes(`{${countableName}}`)) ?? []
    const message = `No inclusion of the offer counts “${title}”, so {${name}} would leave a gap. Add one to “Offer” first, or write something else.`
    return name ? [{ path, message }] : []
  })
}
