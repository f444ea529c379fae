import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { getText } from '@/tests/support/markup'
import { type ContentDocument, readDocuments } from './documents.ts'
import { withMessages } from './filledSeed.ts'
import { isPseudo, pseudoLocalize } from './pseudo.ts'

// Next generates the fonts during a build.
vi.mock('next/font/local', () => ({ default: () => ({ variable: '' }) }))

const seed = withMessages(readDocuments()).filter(({ _id }) => _id === 'errorPage')
const retry = () => undefined

/** Renders the error page of a build that contains this document's strings. */
async function renderErrorPage(document: ContentDocument | undefined): Promise<string> {
  vi.resetModules()
  vi.stubEnv('ERROR_PAGE_TEXTS', document ? JSON.stringify(document) : '')
  const { default: GlobalError } = await import('../../app/global-error.tsx')
  return renderToStaticMarkup(<GlobalError error={new Error('Some secret')} retry={retry} />)
}

describe('the error page', () => {
  it('shows the strings that the build contains, without error details', async () => {
    const [texts] = seed
    const html = await renderErrorPage(texts)
    for (const name of ['title', 'heading', 'text', 'retryLabel', 'homeLabel']) {
      expect(getText(html)).toContain(String(texts?.[name]))
    }
    expect(html).toContain('<html lang="en"')
    expect(html).toContain(`<title>${texts?.title}</title>`)
    expect(html).not.toContain('secret')
  })

  it('has no hardcoded words', async () => {
    const [texts] = pseudoLocalize(seed)
    const html = await renderErrorPage(texts)
    expect(getText(html)).toMatch(/⟦.+⟧/)
    expect(isPseudo(getText(html))).toBe(true)
    for (const [, value = ''] of html.matchAll(/\s(?:alt|title|placeholder|aria-\w+)="([^"]*)"/g)) {
      expect(isPseudo(value)).toBe(true)
    }
  })

  it('renders no text when the build contains none from the Content Lake', async () => {
    expect(getText(await renderErrorPage(undefined))).toBe('')
  })
})
