import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The link to a style sheet, as Next writes it into a page. */
const styleSheetPattern =
  /<link rel="stylesheet" href="(?<href>\/_next\/(?<file>static(?:\/[\w~-][\w.~-]*)+\.css))" data-precedence="\w+"\/>/g

/** A URL that is relative to its style sheet. */
const relativeUrlPattern = /url\((?!["']?(?:data:|\/|#))(?<quote>["']?)(?<path>[^"')]+)\k<quote>\)/g

/** Rules by file; the name of a file changes with its content. */
const rulesByFile = new Map<string, string>()

/**
 * Reads the rules of a sheet, with absolute URL paths.
 *
 * @throws Error when the file does not exist, or would close the style element
 */
function readRules(href: string, file: string): string {
  const cachedRules = rulesByFile.get(file)
  if (cachedRules !== undefined) return cachedRules
  const rules = readFileSync(file, 'utf8').replace(relativeUrlPattern, (_, __, path: string) => {
    const { pathname, search, hash } = new URL(path, new URL(href, 'http://site'))
    return `url(${pathname}${search}${hash})`
  })
  if (/<\/style/i.test(rules)) throw new Error(`${href} cannot be inlined`)
  rulesByFile.set(file, rules)
  return rules
}

/**
 * Inlines a page's style sheets, so that it paints without another request. Their links remain, disabled: browsers do
 * not load them, and React finds a sheet by URL when the next page needs it. Loading it again would restyle the page.
 *
 * @param html - a page as Next renders it; returned unchanged when it has no sheets, or when one cannot be inlined
 */
export function inlineStyles(html: string, buildFolder: string): string {
  const sheets = [...html.matchAll(styleSheetPattern)]
  if (sheets.length === 0) return html
  try {
    const rules = sheets.map(({ groups: { href = '', file = '' } = {} }) =>
      readRules(href, join(/* turbopackIgnore: true */ buildFolder, file)),
    )
    const links = sheets.map(([link]) => link.replace('/>', ' disabled=""/>'))
    // React inserts the sheets of later pages after the last link, so the links follow the rules.
    const inline = `<style>${rules.join('\n')}</style>${links.join('')}`
    return html.replace(styleSheetPattern, '').replace('</head>', () => `${inline}</head>`)
  } catch {
    // Some hosts store the build's files elsewhere.
    return html
  }
}
