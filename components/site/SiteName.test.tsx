import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SiteContent } from '@/lib/content/reading/settings'
import { SiteName } from './SiteName'

it('renders the site name without edit marks (stega), which would allow line breaks', () => {
  const marks = '\u200b\u200c\u200d\ufeff'.repeat(30)
  const site: Pick<SiteContent, 'settings' | 'messages'> = {
    settings: { siteName: `Creator’s Circle${marks}` } as SiteContent['settings'],
    messages: { accessibility: { homeLink: '{siteName}, home' } } as SiteContent['messages'],
  }
  const html = renderToStaticMarkup(<SiteName site={site as SiteContent} />)
  expect(html).toContain('>Creator’s Circle<')
  expect(html).toContain('aria-label="Creator’s Circle, home"')
})
