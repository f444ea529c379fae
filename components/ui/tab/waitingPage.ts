import { element } from '../element'

/** What a tab says while it waits for its address. */
export type Waiting = { title: string; text?: string | undefined }

/**
 * Fills the empty page of a tab that waits for its address, in the site's look. It has none of the site's styles or faces: it
 * takes what the design has for that, as e-mails do.
 *
 * @throws when the tab shows another site already
 */
export function fill(tab: Window, { title, text }: Waiting): void {
  // The address may have come before this script.
  if (tab.closed || tab.location.href !== 'about:blank') return
  const page = tab.document
  page.documentElement.lang = document.documentElement.lang
  const viewport = element('meta', '')
  Object.assign(viewport, { name: 'viewport', content: 'width=device-width' })
  const style = element('style', '', look)
  const heading = element('h1', '', title)
  page.head.append(viewport, style)
  const main = element('main', '')
  main.append(element('div', 'lamp'), heading)
  if (text) main.append(element('p', '', text))
  page.body.append(main)
}

const look = `
html { color-scheme: dark; background: #14100c; color: #f4ecdf; }
body { margin: 0; min-height: 100svh; display: grid; align-items: center; padding: 2rem max(1.25rem, 8vw); }
h1 { margin: 2rem 0 0; font: 450 clamp(2.1rem, 1.5rem + 2.5vw, 4rem)/1.13 Besley, Rockwell, Georgia, serif; letter-spacing: -.024em; }
p { margin: 1rem 0 0; max-width: 44ch; font: 1.125rem/1.5 "Public Sans", system-ui, sans-serif; color: #bcae99; }
.lamp { width: 3rem; height: 3rem; border-radius: 50%; background: #d4331f; box-shadow: 0 0 0 .5rem #14100c, 0 0 0 .7rem #f2a73b; }
@media (prefers-reduced-motion: no-preference) {
  .lamp { animation: lamp 1.6s ease-in-out infinite alternate; }
  @keyframes lamp { from { background: #5b241b; } }
}`
