import { inlineStyles } from './inlineStyles.ts'

/** The element of an async script file, as Next writes it. Files for old browsers (`noModule`) do not match. */
const scriptFilePattern = /<script src="(?<src>[^"]+)"(?: id="(?<id>[^"]+)")? async=""><\/script>/g
const scriptPreloadPattern = /<link rel="preload" as="script"[^>]*>/g

/** The high-priority picture (`components/ui/picture/Picture.tsx`), which is the largest one above the fold. */
const firstPicturePattern =
  /<img [^>]*fetchPriority="high"[^>]*?\ssizes=(?<sizes>"[^"]*")[^>]*?\ssrcSet=(?<srcSet>"[^"]*")/

/** The maximum time for which scripts wait for a page to load and paint. */
const scriptLoadTimeoutMs = 4000

type Script = { src: string; id?: string }

/** Runs in the page, where its source is inlined, so it can use nothing from this file except its parameters. */
function loadDeferredScripts(scripts: Script[], timeoutMs: number) {
  let isLoading = false
  // Shows the message in SiteFrame.tsx.
  const reportFailure = () => {
    document.documentElement.toggleAttribute('data-script-failed', true)
    for (const button of document.querySelectorAll('[aria-busy]')) button.ariaBusy = null
  }
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const { src, id } of scripts) {
      const script = document.createElement('script')
      script.src = src
      script.async = true
      if (id) script.id = id
      script.onerror = reportFailure
      document.head.append(script)
    }
  }
  setTimeout(load, timeoutMs)
  addEventListener('load', () => {
    // A fast page finishes loading before its first paint. Its last picture appears in the frame after the paint.
    const painted = new PerformanceObserver(() => {
      painted.disconnect()
      requestAnimationFrame(() => setTimeout(load))
    })
    painted.observe({ type: 'paint', buffered: true })
  })
  // Excludes pointermove, which browsers also fire when a page appears below a pointer that is not moving.
  for (const event of ['pointerdown', 'touchstart', 'keydown']) {
    addEventListener(event, load, { capture: true, once: true, passive: true })
  }
  // Until a form is hydrated (components/ui/form/markHydrated.ts), its pressed button is marked as busy here. After a
  // failure, a checkout button opens the contact form.
  addEventListener('submit', (event) => {
    const { target, submitter } = event
    if (!submitter || !(target instanceof HTMLFormElement) || target.matches('[data-hydrated]')) return
    if (!target.matches('[data-script-failed] *')) submitter.ariaBusy = 'true'
    else if (target.matches('.checkout-form')) {
      event.preventDefault()
      location.assign('/contact?topic=membership')
    }
  })
}

/**
 * Changes a page so that its files load in the order in which visitors need them: styles are inlined, the high-priority
 * picture is preloaded, and scripts load after the page has loaded and painted, at the first interaction, or after
 * {@link scriptLoadTimeoutMs}. Until then, links work without scripts. React later replays form submissions.
 *
 * @param html - a page as Next renders it; returned unchanged when it has no async script files
 */
export function deferScripts(html: string, buildFolder: string): string {
  const scripts: Script[] = []
  const htmlWithoutScripts = html.replace(scriptFilePattern, (_, src: string, id: string | undefined) => {
    scripts.push({ src, ...(id && { id }) })
    return ''
  })
  if (scripts.length === 0) return html
  const picturePreload = preloadFirstPicture(html)
  const withPreload = htmlWithoutScripts
    .replace(scriptPreloadPattern, '')
    .replace('</head>', () => `${picturePreload}</head>`)
  const scriptsJson = JSON.stringify(scripts).replaceAll('<', '\\u003c')
  const call = `(${loadDeferredScripts})(${scriptsJson},${scriptLoadTimeoutMs})`
  const htmlWithStyles = inlineStyles(withPreload, buildFolder)
  return htmlWithStyles.replace('</head>', () => `<script>${call}</script></head>`)
}

function preloadFirstPicture(html: string): string {
  const { sizes, srcSet } = firstPicturePattern.exec(html)?.groups ?? {}
  if (!sizes || !srcSet) return ''
  return `<link rel="preload" as="image" fetchPriority="high" imageSizes=${sizes} imageSrcSet=${srcSet}/>`
}
