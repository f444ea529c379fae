import { describe, expect, it, vi } from 'vitest'
import { readDocuments } from '@/tests/support/contentVariants'
import { getText } from '@/tests/support/markup'
import { frame, pages } from '@/tests/support/renderedPages'
import { seedRows } from '@/tests/support/seedContent'

vi.hoisted(() => {
  process.env.NEXT_PUBLIC_SANITY_API_HOST = 'http://lake.test'
})
vi.mock('@/lib/content/load', () => ({ loadContent: () => Promise.reject(new Error('not in a unit test')) }))

const documents = readDocuments()
const titles = seedRows('offer/nextSteps', ['title']).flat()
const times = (text: string, part: string) => text.split(part).length - 1

describe('the steps after the payment', () => {
  it.each([
    ['home', pages.home, 3],
    ['services', pages.services, 2],
    ['about', pages.about, 1],
    ['the purchase dialog', frame, 1],
  ] as const)('stands in three steps beside every price of %s', async (_name, render, prices) => {
    const html = (await render?.(documents)) ?? ''
    expect(times(html, 'class="checkout-form')).toBe(prices)
    expect(titles).toHaveLength(3)
    for (const title of titles) expect(times(getText(html), title), title).toBe(prices)
  })
})
