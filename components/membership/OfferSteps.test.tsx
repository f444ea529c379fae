import { describe, expect, it } from 'vitest'
import { readDocuments } from '@/tests/support/documents'
import { getText } from '@/tests/support/markup'
import { pageRenderers, renderSiteFrame } from '@/tests/support/renderedPages'
import { seedRows } from '@/tests/support/seedContent'

const documents = readDocuments()
const titles = seedRows('offer/nextSteps', ['title']).flat()
const countOccurrences = (text: string, part: string) => text.split(part).length - 1

describe('the offer’s next steps', () => {
  it.each([
    ['home', pageRenderers.home, 3, 1],
    ['services', pageRenderers.services, 2, 1],
    ['about', pageRenderers.about, 1, 0],
    ['the purchase dialog', renderSiteFrame, 1, 1],
  ] as const)(
    'appear only in the full offer and the purchase dialog: %s',
    async (_name, render, buttonCount, stepCount) => {
      const html = (await render?.(documents)) ?? ''
      expect(countOccurrences(html, 'class="checkout-form')).toBe(buttonCount)
      expect(titles).toHaveLength(3)
      for (const title of titles) expect(countOccurrences(getText(html), title), title).toBe(stepCount)
    },
  )
})
