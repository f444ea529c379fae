/** The removed strings, keyed by kind, such as “comments”. */
export type RemovedTexts = ReadonlyMap<string, readonly string[]>

/** Styles that hide or strike through text. */
const hidingStyle = /line-through|display:none|visibility:hidden|mso-hide:all/

/**
 * Removes the parts of a pasted document that its author did not mean to publish: comments, tracked deletions,
 * hidden text, footnotes and field codes. Insertions stay.
 *
 * Word and Outlook mark these parts with `mso-` styles, https://learn.microsoft.com/en-us/previous-versions/office/developer/office2000/aa155477(v=office.10);
 * Google Docs and LibreOffice with anchor names; Pages and other Mac programs with classes.
 *
 * @param pasted - changed in place
 * @returns what was removed
 */
export function removeReviewContent(pasted: Document): RemovedTexts {
  const removed = new Map<string, string[]>()
  const add = (kind: string, content: string | null) => {
    const text = (content ?? '').replace(/\s+/g, ' ').trim()
    if (text) removed.set(kind, [...(removed.get(kind) ?? []), text])
  }
  for (const text of removeFieldCodes(pasted)) add('field codes', text)
  const classStyles = readClassStyles(pasted)
  for (const element of pasted.body.querySelectorAll('*')) {
    const kind = element.isConnected && classify(element, classStyles.get(element) ?? '')
    if (!kind) continue
    const target = findNote(element) ?? element
    add(kind, target.textContent)
    target.remove()
  }
  return removed
}

function classify(element: Element, classStyle: string): string | undefined {
  const ownStyle = element.getAttribute('style') ?? ''
  const style = `${classStyle};${ownStyle}`.toLowerCase().replace(/\s+/g, '')
  const href = element.getAttribute('href') ?? ''
  const classes = element.getAttribute('class') ?? ''
  if (/mso-(element|special-character):comment/.test(style) || /#(_msocom|_msoanchor|cmnt)/.test(href))
    return 'comments'
  if (/\bmsocom|\bMsoCommentText\b/.test(classes)) return 'comments'
  if (/mso-element:(foot|end)note|mso-(foot|end)note-id/.test(style)) return 'footnotes'
  if (/#(_?(ftn|edn)t?(_?ref)?|sd(foot|end)note)\d/.test(href)) return 'footnotes'
  if (/\bMso(Foot|End)noteText\b/.test(classes) || /^sd(foot|end)note\d/.test(element.id)) return 'footnotes'
  if (element.matches('del, s, strike') || /text-decoration[^;]*:[^;]*line-through/.test(style))
    return 'deleted text'
  return element.matches('[hidden]') || hidingStyle.test(style) ? 'hidden text' : undefined
}

/** Finds the note around a link back to the text, as in Google Docs HTML; null for any other element. */
function findNote(element: Element): Element | null {
  if (!/ref\d+$/.test(element.getAttribute('href') ?? '')) return null
  const block = element.closest('p, li, div')
  const list = block?.parentElement
  return list?.matches('div') && list.firstElementChild === block ? list : block
}

/** Reads the CSS rules that hide or strike through text, keyed by the elements that they match. */
function readClassStyles(pasted: Document): ReadonlyMap<Element, string> {
  const styles = new Map<Element, string>()
  for (const { textContent } of pasted.querySelectorAll('style')) {
    const css = (textContent ?? '').replace(/\/\*.*?\*\/|<!--|-->/gs, '')
    for (const [, selector = '', style = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const isPlainSelector = /^[\w\s.,#-]+$/.test(selector) && selector.trim() !== ''
      if (!isPlainSelector || !hidingStyle.test(style.toLowerCase().replace(/\s+/g, ''))) continue
      for (const element of pasted.querySelectorAll(selector))
        styles.set(element, `${styles.get(element) ?? ''};${style}`)
    }
  }
  return styles
}

/** Removes and returns Word's field codes, such as `PAGEREF _Toc1 \h`. The text that a field displays stays. */
function removeFieldCodes(pasted: Document): string[] {
  const codes: string[] = []
  const isInCode: boolean[] = []
  const walker = pasted.createTreeWalker(pasted.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  const textNodes: Node[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const style = node instanceof Element ? (node.getAttribute('style') ?? '').replace(/\s+/g, '') : ''
    if (style.includes('mso-element:field-begin')) isInCode.push(true)
    else if (style.includes('mso-element:field-separator')) isInCode[isInCode.length - 1] = false
    else if (style.includes('mso-element:field-end')) isInCode.pop()
    else if (node.nodeType === Node.TEXT_NODE && isInCode.includes(true)) textNodes.push(node)
  }
  for (const node of textNodes) {
    codes.push(node.textContent ?? '')
    node.textContent = ''
  }
  return codes
}
