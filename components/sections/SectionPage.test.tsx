import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { mergeMessages } from '@/lib/content/reading/messages'
import type { SiteContent } from '@/lib/content/reading/settings'
import { SectionList } from './SectionPage'
import type { PageSection } from './types'

const site: SiteContent = { settings: null, messages: mergeMessages(null), offer: null }

function createStatsSection(_key: string, heading: string | null, hidden = false): PageSection {
  const stat = { _key: 's', value: '500+', label: 'episodes' }
  return { _key, _type: 'statsSection', source: null, hidden, anchor: `at-${_key}`, heading, stats: [stat] }
}

const render = (sections: (PageSection | null)[]) =>
  renderToStaticMarkup(<SectionList sections={sections} site={site} />)

describe('SectionList', () => {
  it('renders the first heading as h1 and later ones as h2', () => {
    const html = render([
      createStatsSection('a', null),
      createStatsSection('b', 'Second'),
      createStatsSection('c', 'Third'),
    ])
    expect(html).toMatch(/<h1[^>]*>Second<\/h1>.*<h2[^>]*>Third<\/h2>/)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('renders sections in the editor’s order', () => {
    expect(render([createStatsSection('b', 'B'), createStatsSection('a', 'A')])).toMatch(
      /<h1[^>]*>B<.*<h2[^>]*>A</,
    )
  })

  it('omits hidden sections, and renders the next heading as h1', () => {
    const html = render([createStatsSection('a', 'Hidden', true), createStatsSection('b', 'Shown')])
    expect(html).not.toContain('Hidden')
    expect(html).toMatch(/<h1[^>]*>Shown</)
  })

  it('omits null sections and sections without visible content', () => {
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

  it('sets a valid anchor as the id of the section, and omits an invalid one', () => {
    expect(render([createStatsSection('a', 'A')])).toContain('<section id="at-a"')
    expect(render([{ ...createStatsSection('a', 'A'), anchor: '"><script>' }])).toMatch(/^<section class=/)
  })
})
