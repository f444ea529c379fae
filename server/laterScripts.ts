/** A script file of the framework as it is written into a page; of a kind for old browsers it is left alone. */
const scriptFile = /<script src="(?<src>[^"]+)"(?: id="(?<id>[^"]+)")? async=""><\/script>/g
const preload = /<link rel="preload" as="script"[^>]*>/g

/** How long scripts wait at most for a page that goes on loading, in milliseconds. */
const patienceMs = 4000

type File = { src: string; id?: string }

/** What runs in the page; it is written there as text, so it may use nothing from here but its parameters. */
function loadLater(files: File[], patience: number) {
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    for (const { src, id } of files) {
      const script = document.createElement('script')
      script.src = src
      script.async = true
      if (id) script.id = id
      document.head.append(script)
    }
  }
  setTimeout(load, patience)
  // No movement of the pointer: browsers send one by themselves when a page appears below it.
  for (const sign of ['load', 'pointerdown', 'touchstart', 'keydown']) {
    addEventListener(sign, load, { capture: true, once: true, passive: true })
  }
}

/**
 * Has a page load its script files once it is shown, or at the first sign of a visitor, instead of beside its text, its
 * fonts and its pictures. What works without them goes on working, and React carries out what was submitted before.
 *
 * @param html - a page as Next has rendered it; one in which the files are not found comes back as it is
 */
export function runScriptsLater(html: string): string {
  const files: File[] = []
  const rest = html.replace(scriptFile, (_, src: string, id: string | undefined) => {
    files.push({ src, ...(id && { id }) })
    return ''
  })
  if (files.length === 0) return html
  const call = `(${loadLater})(${JSON.stringify(files).replaceAll('<', '\\u003c')},${patienceMs})`
  return rest.replace(preload, '').replace('</head>', () => `<script>${call}</script></head>`)
}
