import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SiteContent } from '@/lib/content/settings'
import { SectionList } from './SectionPage'
import type { PageSection } from './types'

const site: SiteContent = { settings: null, messages: null, offer: null }

function stats(_key: string, heading: string | null, hidden = false): PageSection {
  const stat = { _key: 's', value: '500+', label: 'episodes' }
  return { _key, _type: 'statsSection', source: null, hidden, anchor: `at-${_key}`, heading, stats: [stat] }
}

const render = (sections: (PageSection | null)[]) =>
  renderToStaticMarkup(<SectionList sections={sections} site={site} />)

describe('SectionList', () => {
  it('uses the first heading as the heading of the page', () => {
    const html = render([stats('a', null), stats('b', 'Second'), stats('c', 'Third')])
    expect(html).toMatch(/<h1[^>]*>Second<\/h1>.*<h2[^>]*>Third<\/h2>/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('follows the editor’s order', () => {
    expect(render([stats('b', 'B'), stats('a', 'A')])).toMatch(/<h1[^>]*>B<.*<h2[^>]*>A</)
  })

  it('omits hidden sections, and passes their heading to the next', () => {
    const html = render([stats('a', 'Hidden', true), stats('b', 'Shown')])
    expect(html).not.toContain('Hidden')
    expect(html).toMatch(/<h1[^>]*>Shown</)
  })

  it('omits sections without visible content, and holes', () => {
    const empty: PageSection = {
      _key: 'e',
      _type: 'statsSection',
      source: null,
      hidden: null,
      anchor: 'e',
      heading: ' ',
      stats: [],
    }
    expect(render([empty, null])).toBe('')
  })

  it('gives sections the id of their anchor, if it is valid', () => {
    expect(render([stats('a', 'A')])).toContain('<section id="at-a"')
    expect(render([{ ...stats('a', 'A'), anchor: '"><script>' }])).toMatch(/^<section class=/)
  })
})
