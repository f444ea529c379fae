import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonLd } from './JsonLd'

describe('JsonLd', () => {
  it('escapes a closing script tag in a value', () => {
    const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)</script>' }} />)
    expect(html.match(/<\/?script/g)).toHaveLength(2)
    expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><script>alert(1)</script>' })
  })

  it('renders nothing without data', () => expect(renderToStaticMarkup(<JsonLd data={null} />)).toBe(''))
})
