import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A style sheet of the framework as it is written into a page. */
const styleSheet =
  /<link rel="stylesheet" href="(?<href>\/_next\/(?<file>static(?:\/[\w~-][\w.~-]*)+\.css))" data-precedence="\w+"\/>/g

/** What a style sheet says of the place of a file, as long as it counts from the sheet's own. */
const relativeUrl = /url\((?!["']?(?:data:|\/|#))(?<quote>["']?)(?<path>[^"')]+)\k<quote>\)/g

/** Sheets of the build by their addresses, which change with their content. */
const read = new Map<string, string>()

/**
 * The rules of a sheet, with the addresses in them counted from the site's root.
 *
 * @throws Error when the sheet is not there, or would end the element that it is written into
 */
function rulesOf(href: string, file: string): string {
  const known = read.get(file)
  if (known !== undefined) return known
  const rules = readFileSync(file, 'utf8').replace(relativeUrl, (_, __, path: string) => {
    const { pathname, search, hash } = new URL(path, new URL(href, 'http://site'))
    return `url(${pathname}${search}${hash})`
  })
  if (/<\/style/i.test(rules)) throw new Error(`${href} cannot stand in a page`)
  read.set(file, rules)
  return rules
}

/**
 * Writes a page's style sheets into the page, so that it shows itself without waiting for another file. Their links stay,
 * disabled: no browser loads them, and React, which looks for a sheet by its address, takes them for its own when the next
 * page wants the same. Loading them would have the browser work out the whole page's styles once more.
 *
 * @param html - a page as Next has rendered it; one whose sheets are not found comes back as it is
 * @param buildFolder - the folder of the build, with its folder `static`
 */
export function inlineStyles(html: string, buildFolder: string): string {
  const found = [...html.matchAll(styleSheet)]
  if (found.length === 0) return html
  try {
    const rules = found.map(({ groups: { href = '', file = '' } = {} }) =>
      rulesOf(href, join(/* turbopackIgnore: true */ buildFolder, file)),
    )
    const links = found.map(([link]) => link.replace('/>', ' disabled=""/>'))
    // Sheets of later pages are put behind the last link, so the links come after the rules.
    const inline = `<style>${rules.join('\n')}</style>${links.join('')}`
    return html.replace(styleSheet, '').replace('</head>', () => `${inline}</head>`)
  } catch {
    // A host may keep the files of the build elsewhere.
    return html
  }
}
