import type { ArrayRule, Path } from 'sanity'
import { duplicateKeys } from './lists'

type SectionValue = { _key?: string; anchor?: string; hidden?: boolean }

/** Makes the validation of a page's sections: there is something to see, and every anchor is unique. */
export function sectionsRules(rule: ArrayRule<unknown[]>): ArrayRule<unknown[]>[] {
  return [
    rule.required().min(1).error('A page needs at least one section. Add one with the button below.'),
    rule.custom(duplicateKeys),
    rule.custom(duplicateAnchors),
    rule.custom(everythingHidden).warning(),
  ]
}

function duplicateAnchors(value: unknown): true | { message: string; paths: Path[] } {
  const sections: SectionValue[] = Array.isArray(value) ? value : []
  const anchors = sections.map((section) => section.anchor).filter((anchor) => anchor !== undefined)
  const twice = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index)
  if (twice === undefined) return true
  return {
    message: `Two sections of this page have the link name “${twice}”, so a link would not know where to go. Please change one of them.`,
    paths: sections
      .filter((section) => section.anchor === twice)
      .map((section) => [{ _key: section._key ?? '' }, 'anchor']),
  }
}

function everythingHidden(value: unknown): true | string {
  const sections: SectionValue[] = Array.isArray(value) ? value : []
  if (sections.length === 0 || sections.some((section) => !section.hidden)) return true
  return 'Every section of this page is hidden, so visitors would see an empty page.'
}

/** Checks the name of a place in a page, as it appears in addresses after “#”. */
export function anchorProblem(anchor: string | undefined): string | null {
  if (!anchor || /^[a-z][a-z0-9-]*$/.test(anchor)) return null
  return 'Use small letters, digits and hyphens only, starting with a letter, for example “our-offer”.'
}
