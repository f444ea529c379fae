/** A name, comment or test title that contains a banned word. */
export type Finding = { kind: 'name' | 'comment' | 'title'; text: string }

/** Words and phrases for which docs/glossary.md, the vendors or plain English have a clearer term. */
const bannedPhrase =
  /^[Ww]hat\b(?! You)|\b(answer\w*|ask(s|ed|ing)?|made|kept|nobody|somebody|whoever|everybody|anybody|hears?|heard|go(es)? on|went on|anew|look(s|ed)? at|tells?|told|knows?|forget\w*|forgot\w*|hurt\w*|mend\w*|leads?|led|given back|gives? back|gave back)\b|(?<!content )\blake\b/i

/** "Address" alone is ambiguous: it may be a URL, a path, an email or an IP. */
const bannedAddress = /(?<!\b(?:e-?mail|mail|IP(?:v[46])?|postal) )\baddress(es)?\b(?! famil)/i

const bannedNameWord =
  /^(answer\w*|asks?|asked|asking|made|kept|nobody|somebody|whoever|everybody|hears?|heard|tells?|told|forgets?|forgotten|hurts?|address(es)?|anew|goes|leads|mended)$/i

/**
 * Names that others define: schema fields, Sanity, schema.org, Node, nodemailer, Supabase, PostgreSQL, the local cloud's
 * control API.
 */
const allowedNames: ReadonlySet<string> = new Set([
  'answer',
  'address',
  'acceptedAnswer',
  'addressHeading',
  'AddressInfo',
  'delayAnswerMs',
  'email_address_invalid',
  'email_address_not_authorized',
  'listen_addresses',
  'askToEdit',
])

/**
 * Splits TypeScript into its comments and its code, without the contents of strings and regular expressions.
 * Expressions in `${…}` stay code.
 */
function splitSource(text: string): { comments: string[]; code: string } {
  const tokenPattern =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|\$\{[^}]*\}|[^`\\])*`|\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[\s,;.)\]])/g
  const comments: string[] = []
  const code = text.replace(tokenPattern, (match) => {
    if (match.startsWith('//') || match.startsWith('/*')) {
      comments.push(match)
      return ' '
    }
    if (match.startsWith('`')) {
      const inner = [...match.matchAll(/\$\{([^}]*)\}/g)].map(([, expression = '']) => expression)
      return inner.join(' ').replace(/(['"`]).*?\1/g, '')
    }
    return '""'
  })
  return { comments, code }
}

const titlePattern =
  /\b(?:it|test|describe)(?:\.(?!each\b)\w+)*(?:\.each(?:<[^>]*>)?(?:\((?:(?!\n(?:it|test|describe)\b)[\s\S])*?\)(?=\(\s*['"`])|`[^`]*`))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g

/** The parts of a text that may contain banned words: code, URLs, names of parameters, and "forgotten password". */
const exemptText = /`[^`]*`|https?:\/\/\S+|@param \S+|\bforgotten password\b/gi

function hasBannedPhrase(text: string): boolean {
  const proseOnly = text.replace(exemptText, '')
  return bannedPhrase.test(proseOnly) || bannedAddress.test(proseOnly)
}

/** Finds names, comments and test titles with banned words in the text of a code file. */
export function findBannedWords(text: string): Finding[] {
  const { comments, code } = splitSource(text)
  const commentTexts = comments
    .map((comment) =>
      comment
        .replace(/^\/\*\*?|\*\/$/g, '')
        .replace(/(?:^|\n)\s*(?:\*|\/\/) ?/g, ' ')
        .trim(),
    )
    .filter((comment) => !/^(?:biome-ignore|@ts-)/.test(comment))
  const names = [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].filter(
    (name) =>
      !allowedNames.has(name) &&
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[ _]/)
        .some((word) => bannedNameWord.test(word)),
  )
  const titles = [...text.matchAll(titlePattern)].map(([, , titleText = '']) => titleText)
  return [
    ...names.map((name) => ({ kind: 'name' as const, text: name })),
    ...commentTexts.filter(hasBannedPhrase).map((comment) => ({ kind: 'comment' as const, text: comment })),
    ...titles.filter(hasBannedPhrase).map((text) => ({ kind: 'title' as const, text })),
  ]
}
