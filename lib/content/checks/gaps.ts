import { counted } from '../offerValues'
import { type Fields, type Problem, recordsIn, textsIn } from './walk'

/** What the inclusions of an offer count. */
export function countsOf(offer: Fields | null | undefined): unknown[] {
  return recordsIn(offer?.inclusions).map(({ counts }) => counts)
}

/**
 * The texts of a document that say a number of the offer which no inclusion counts: they would have a gap.
 *
 * @param counts - of the published offer, see {@link countsOf}
 */
export function gapsIn(document: Fields, counts: readonly unknown[]): Problem[] {
  const missing = Object.entries(counted).filter(([name]) => !counts.includes(name))
  return textsIn(document).flatMap(({ text, path }) => {
    const [name, title] = missing.find(([each]) => text.includes(`{${each}}`)) ?? []
    const message = `No inclusion of the offer counts “${title}”, so {${name}} would leave a gap. Add one to “Offer” first, or write something else.`
    return name ? [{ path, message }] : []
  })
}
