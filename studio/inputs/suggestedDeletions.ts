import { z } from 'zod'

/** Google Docs' own clipboard format. Safari does not expose it to other sites. */
export const googleDocsFormat = 'application/x-vnd.google-docs-document-slice-clip+wrapped'

const clipSchema = z.object({
  resolved: z.object({
    /** The copied text. */
    dsl_spacers: z.string(),
    /** The suggestions at each UTF-16 index of the text; null where the previous list still applies. */
    dsl_suggesteddeletions: z.object({ sgsl_sugg: z.array(z.array(z.unknown()).nullable()) }),
  }),
})

/** Characters that may occur only in the HTML or only in the clip, such as line breaks and table delimiters. */
const uncounted = /[\s\p{C}]/u

type Character = { character: string; isDeleted: boolean }

/**
 * Marks Google Docs' suggested deletions with `<del>`. In the pasted HTML, they look like any other text.
 *
 * @param pasted - the HTML of the copied text; changed in place
 * @param clip - the same text in {@link googleDocsFormat}; empty if another program was the source
 * @returns false when the clip has suggested deletions, but its text does not match the HTML
 */
export function markSuggestedDeletions(pasted: Document, clip: string): boolean {
  const characters = readCharacters(clip)
  if (!characters.some(({ isDeleted }) => isDeleted)) return true
  const walker = pasted.createTreeWalker(pasted.body, NodeFilter.SHOW_TEXT)
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  let position = 0
  for (const node of nodes) {
    const parts: HTMLElement[] = []
    for (const character of node.textContent ?? '') {
      let isDeleted = parts.at(-1)?.tagName === 'DEL'
      if (!uncounted.test(character)) {
        const expected = characters[position]
        if (expected?.character !== character) return false
        isDeleted = expected.isDeleted
        position += 1
      }
      const tagName = isDeleted ? 'DEL' : 'SPAN'
      if (parts.at(-1)?.tagName !== tagName) parts.push(pasted.createElement(tagName))
      parts.at(-1)?.append(character)
    }
    if (node instanceof Text) node.replaceWith(...parts)
  }
  return position === characters.length
}

/** Reads the characters of the copied text. Returns none for a clip in an unknown format. */
function readCharacters(clip: string): Character[] {
  try {
    const { data } = z.object({ data: z.string() }).parse(JSON.parse(clip))
    const { resolved } = clipSchema.parse(JSON.parse(data))
    let [index, isDeleted] = [0, false]
    return [...resolved.dsl_spacers].flatMap((character) => {
      const suggestions = resolved.dsl_suggesteddeletions.sgsl_sugg[index]
      if (suggestions) isDeleted = suggestions.length > 0
      index += character.length
      return uncounted.test(character) ? [] : [{ character, isDeleted }]
    })
  } catch {
    return []
  }
}
