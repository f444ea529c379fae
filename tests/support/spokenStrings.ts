import type { Page } from '@playwright/test'

/** A string that a visitor sees or a screen reader speaks, and its place. */
export type FoundString = { where: string; text: string }

/**
 * Metadata for programs, not for people. All other metadata counts as text, so that tests include new elements.
 */
const technicalMetadata = [
  'format-detection',
  'next-size-adjust',
  'og:image',
  'og:image:height',
  'og:image:type',
  'og:image:width',
  'og:locale',
  'og:type',
  'og:url',
  'robots',
  'theme-color',
  'twitter:card',
  'twitter:image',
  'twitter:image:height',
  'twitter:image:type',
  'twitter:image:width',
  'viewport',
]

/** Properties of schema.org's structured data for programs, not for people. */
const technicalData = [
  '@context',
  '@id',
  '@type',
  'contentUrl',
  'image',
  'sameAs',
  'thumbnailUrl',
  'uploadDate',
  'url',
]

/**
 * Lists all visible and spoken texts of the document, including those of hidden parts: titles, metadata, structured data, text,
 * labels, alternative texts, placeholders, and generated content of style sheets.
 */
export async function listDocumentStrings(page: Page): Promise<FoundString[]> {
  return page.evaluate(
    ({ metadata, data }) => {
      const strings: { where: string; text: string }[] = []
      const addString = (where: string, text: string | null | undefined) => {
        if (text?.trim()) strings.push({ where, text: text.trim() })
      }
      const getName = (element: Element) =>
        `<${element.tagName.toLowerCase()}>${element.id ? `#${element.id}` : ''} in ${
          element.closest('header, main, footer, dialog, [popover]')?.tagName.toLowerCase() ?? 'the page'
        }`

      addString('title', document.title)
      for (const meta of document.querySelectorAll('meta[content]')) {
        const name = meta.getAttribute('name') ?? meta.getAttribute('property') ?? ''
        if (!metadata.includes(name)) addString(`metadata ${name}`, meta.getAttribute('content'))
      }

      const addData = (value: unknown, name: string): void => {
        if (data.includes(name)) return
        if (typeof value === 'string') addString(`structured data ${name}`, value)
        else if (Array.isArray(value)) for (const item of value) addData(item, name)
        else if (value && typeof value === 'object')
          for (const [key, item] of Object.entries(value)) addData(item, key)
      }
      for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
        addData(JSON.parse(script.textContent ?? 'null'), '')
      }

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement
        if (!parent || parent.closest('script, style, template')) continue
        addString(getName(parent), node.textContent)
      }

      const attributes = [
        'alt',
        'aria-braillelabel',
        'aria-brailleroledescription',
        'aria-description',
        'aria-label',
        'aria-placeholder',
        'aria-roledescription',
        'aria-valuetext',
        'label',
        'placeholder',
        'title',
      ]
      for (const element of document.body.querySelectorAll('*')) {
        for (const name of attributes) addString(`${name} of ${getName(element)}`, element.getAttribute(name))
        if (element instanceof HTMLInputElement && /submit|button|reset/.test(element.type)) {
          addString(`value of ${getName(element)}`, element.value)
        }
        for (const part of ['::before', '::after', '::marker', '::placeholder']) {
          const { content } = getComputedStyle(element, part)
          for (const [, text] of content.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
            addString(`${part} of ${getName(element)}`, text)
          }
        }
      }
      return strings
    },
    { metadata: technicalMetadata, data: technicalData },
  )
}

/** Lists the texts for assistive technology: names, descriptions and values in the browser's accessibility tree. */
export async function listAccessibilityStrings(page: Page): Promise<FoundString[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes
      .filter(({ ignored }) => !ignored)
      .flatMap(({ role, name, description, value, properties = [] }) => {
        const spokenTexts = properties.filter((property) =>
          /roledescription|valuetext|placeholder/.test(property.name),
        )
        const parts = [name, description, value, ...spokenTexts.map((property) => property.value)]
        // The root's value is the page's URL.
        const spoken = role?.value === 'RootWebArea' ? [name, description] : parts
        return spoken.flatMap((part) =>
          typeof part?.value === 'string' && part.value.trim() !== ''
            ? [{ where: `accessibility tree, ${role?.value}`, text: part.value.trim() }]
            : [],
        )
      })
  } finally {
    await session.detach()
  }
}
