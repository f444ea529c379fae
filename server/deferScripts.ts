import { inlineStyles } from './inlineStyles.ts'

/** A script file as Next writes it into a page; `noModule` files for old browsers do not match. */
const scriptFile = /<script src="(?<src>[^"]+)"(?: id="(?<id>[^"]+)")? async=""><\/script>/g
const scriptPreload = /<link rel="preload" as="script"[^>]*>/g

/** The largest picture of the first screen, as `components/ui/picture/Picture.tsx` marks it. */
const firstPicture =
  /<img [^>]*fetchPriority="high"[^>]*?\ssizes=(?<sizes>"[^"]*")[^>]*?\ssrcSet=(?<srcSet>"[^"]*")/

/** The longest that scripts wait for a page that does not finish loading. */
const scriptLoadTimeoutMs = 4000

type Script = { src: string; id?: string }

/** Runs in the page. It is written there as text, so it can use nothing from this file but its parameters. */
function loadDeferredScripts(scripts: Script[], timeoutMs: number) {
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const { src, id } of scripts) {
      const script = document.createElement('script')
      script.src = src
      script.async = true
      if (id) script.id = id
      document.head.append(script)
    }
  }
  setTimeout(load, timeoutMs)
  addEventListener('load', () => {
    // A fast page is loaded before its first paint, and its last picture shows in the frame after that.
    const painted = new PerformanceObserver(() => {
      painted.disconnect()
      requestAnimationFrame(() => setTimeout(load))
    })
    painted.observe({ type: 'paint', buffered: true })
  })
  // Not pointermove: browsers send one without a movement when a page appears below the pointer.
  for (const event of ['pointerdown', 'touchstart', 'keydown']) {
    addEventListener(event, load, { capture: true, once: true, passive: true })
  }
}

/**
 * Changes a page so that its files load in the order in which visitors need them: styles are inlined, the picture of the
 * first screen is preloaded, and scripts load after the first paint or at the first interaction. Links and forms work
 * before, and React replays earlier submissions.
 *
 * @param html - a page as Next renders it; returned unchanged when no scripts are found
 * @param buildFolder - contains the folder `static`
 */
export function deferScripts(html: string, buildFolder: string): string {
  const scripts: Script[] = []
  const rest = html.replace(scriptFile, (_, src: string, id: string | undefined) => {
    scripts.push({ src, ...(id && { id }) })
    return ''
  })
  if (scripts.length === 0) return html
  const picture = preloadFirstPicture(html)
  const withPreload = rest.replace(scriptPreload, '').replace('</head>', () => `${picture}</head>`)
  const list = JSON.stringify(scripts).replaceAll('<', '\\u003c')
  const call = `(${loadDeferredScripts})(${list},${scriptLoadTimeoutMs})`
  const styled = inlineStyles(withPreload, buildFolder)
  return styled.replace('</head>', () => `<script>${call}</script></head>`)
}

function preloadFirstPicture(html: string): string {
  const { sizes, srcSet } = firstPicture.exec(html)?.groups ?? {}
  if (!sizes || !srcSet) return ''
  return `<link rel="preload" as="image" fetchPriority="high" imageSizes=${sizes} imageSrcSet=${srcSet}/>`
}
