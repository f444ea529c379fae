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
  it('makes the first heading that there is the heading of the page', () => {
    const html = render([stats('a', null), stats('b', 'Second'), stats('c', 'Third')])
    expect(html).toMatch(/<h1[^>]*>Second<\/h1>.*<h2[^>]*>Third<\/h2>/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('follows the order of the editor', () => {
    expect(render([stats('b', 'B'), stats('a', 'A')])).toMatch(/<h1[^>]*>B<.*<h2[^>]*>A</)
  })

  it('leaves out hidden sections, and gives their heading to the next', () => {
    const html = render([stats('a', 'Hidden', true), stats('b', 'Shown')])
    expect(html).not.toContain('Hidden')
    expect(html).toMatch(/<h1[^>]*>Shown</)
  })

  it('leaves out sections without anything to show, and holes', () => {
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

  it('gives sections the id of their anchor, unless it could not be one', () => {
    expect(render([stats('a', 'A')])).toContain('<section id="at-a"')
    expect(render([{ ...stats('a', 'A'), anchor: '"><script>' }])).toMatch(/^<section class=/)
  })
})
