import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { JsonLd } from './JsonLd'

describe('JsonLd', () => {
  it('cannot be ended by a text', () => {
    const html = renderToStaticMarkup(<JsonLd data={{ name: '</script><script>alert(1)</script>' }} />)
    expect(html.match(/<\/?script/g)).toHaveLength(2)
    expect(JSON.parse(html.replace(/<[^>]*>/g, ''))).toEqual({ name: '</script><script>alert(1)</script>' })
  })

  it('is left out without data', () => expect(renderToStaticMarkup(<JsonLd data={null} />)).toBe(''))
})
