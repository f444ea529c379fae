import { inlineStyles } from './inlineStyles.ts'

/** A script file of the framework as it is written into a page; of a kind for old browsers it is left alone. */
const scriptFile = /<script src="(?<src>[^"]+)"(?: id="(?<id>[^"]+)")? async=""><\/script>/g
const scriptPreload = /<link rel="preload" as="script"[^>]*>/g

/** The largest picture of the first screen, as `components/ui/picture/Picture.tsx` marks it. */
const firstPicture =
  /<img [^>]*fetchPriority="high"[^>]*?\ssizes=(?<sizes>"[^"]*")[^>]*?\ssrcSet=(?<srcSet>"[^"]*")/

/** How long files wait at most for a page that goes on loading, in milliseconds. */
const patienceMs = 4000

type Script = { src: string; id?: string }

/** What runs in the page; it is written there as text, so it may use nothing from here but its parameters. */
function loadLater(scripts: Script[], patience: number) {
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
  setTimeout(load, patience)
  addEventListener('load', () => {
    // A page that comes quickly is loaded before it is painted; its last picture is in the frame after that.
    const painted = new PerformanceObserver(() => {
      painted.disconnect()
      requestAnimationFrame(() => setTimeout(load))
    })
    painted.observe({ type: 'paint', buffered: true })
  })
  // No movement of the pointer: browsers send one by themselves when a page appears below it.
  for (const sign of ['pointerdown', 'touchstart', 'keydown']) {
    addEventListener(sign, load, { capture: true, once: true, passive: true })
  }
}

/**
 * Has a page load its files in the order in which visitors need them. Its styles stand in it. The picture that is seen
 * first is asked for before what the page says. Script files load once the page is painted, or at the first sign of a
 * visitor: what works without them goes on working, and React carries out what was submitted before.
 *
 * @param html - a page as Next has rendered it; one in which the scripts are not found comes back as it is
 * @param buildFolder - the folder of the build, with its folder `static`
 */
export function orderFiles(html: string, buildFolder: string): string {
  const scripts: Script[] = []
  const rest = html.replace(scriptFile, (_, src: string, id: string | undefined) => {
    scripts.push({ src, ...(id && { id }) })
    return ''
  })
  if (scripts.length === 0) return html
  const picture = preloadOfPicture(html)
  const early = rest.replace(scriptPreload, '').replace('</head>', () => `${picture}</head>`)
  const list = JSON.stringify(scripts).replaceAll('<', '\\u003c')
  const call = `(${loadLater})(${list},${patienceMs})`
  const shown = inlineStyles(early, buildFolder)
  return shown.replace('</head>', () => `<script>${call}</script></head>`)
}

function preloadOfPicture(html: string): string {
  const { sizes, srcSet } = firstPicture.exec(html)?.groups ?? {}
  if (!sizes || !srcSet) return ''
  return `<link rel="preload" as="image" fetchPriority="high" imageSizes=${sizes} imageSrcSet=${srcSet}/>`
}
