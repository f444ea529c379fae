/** A name, comment or test title with a word that the language rules ban. */
export type Finding = { kind: 'name' | 'comment' | 'title'; text: string }

/** Words that the glossary (docs/glossary.md) and the vendors' terms replace. */
const prose =
  /^[Ww]hat\b(?! You)|\b(answer\w*|ask(s|ed|ing)?|made|kept|nobody|somebody|whoever|everybody|anybody|hears?|heard|go(es)? on|went on|anew|look(s|ed)? at|tells?|told|knows?|forget\w*|forgot\w*|hurt\w*|mend\w*|leads?|led|given back|gives? back|gave back)\b|(?<!content )\blake\b/i

/** A bare one may be a URL, a path, an email or an IP. */
const bareAddress = /(?<!\b(?:e-?mail|mail|IP(?:v[46])?|postal) )\baddress(es)?\b(?! famil)/i

const nameWord =
  /^(answer\w*|asks?|asked|asking|made|kept|nobody|somebody|whoever|everybody|hears?|heard|tells?|told|forgets?|forgotten|hurts?|address(es)?|anew|goes|leads|mended)$/i

/** Names that others define: schema fields, Sanity, schema.org, Node, nodemailer, Supabase, and former environment variables. */
const foreignNames: ReadonlySet<string> = new Set([
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
  'ADDRESS_HASH_SECRET',
  'CLIENT_ADDRESS_HEADER',
])

/**
 * Splits TypeScript into its comments and its code without string contents. Strings in `${…}` stay code.
 *
 * A regular expression counts as code up to a quote in it, which is enough here.
 */
function splitSource(text: string): { comments: string[]; code: string } {
  const token =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|\$\{[^}]*\}|[^`\\])*`|\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[\s,;.)\]])/g
  const comments: string[] = []
  const code = text.replace(token, (match) => {
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

const title =
  /\b(?:it|test|describe)(?:\.(?!each\b)\w+)*(?:\.each(?:<[^>]*>)?(?:\((?:(?!\n(?:it|test|describe)\b)[\s\S])*?\)(?=\(\s*['"`])|`[^`]*`))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g

/** Code, URLs and parameters of a text, and the standard term "forgotten password". */
const quoted = /`[^`]*`|https?:\/\/\S+|@param \S+|\bforgotten password\b/gi

function isDialect(text: string): boolean {
  const own = text.replace(quoted, '')
  return prose.test(own) || bareAddress.test(own)
}

/** Finds names, comments and test titles with banned words in the text of a code file. */
export function findDialect(text: string): Finding[] {
  const { comments, code } = splitSource(text)
  const words = comments
    .map((comment) =>
      comment
        .replace(/^\/\*\*?|\*\/$/g, '')
        .replace(/(?:^|\n)\s*(?:\*|\/\/) ?/g, ' ')
        .trim(),
    )
    .filter((comment) => !/^(?:biome-ignore|@ts-)/.test(comment))
  const names = [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].filter(
    (name) =>
      !foreignNames.has(name) &&
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[ _]/)
        .some((word) => nameWord.test(word)),
  )
  const titles = [...text.matchAll(title)].map(([, , words = '']) => words)
  return [
    ...names.map((name) => ({ kind: 'name' as const, text: name })),
    ...words.filter(isDialect).map((comment) => ({ kind: 'comment' as const, text: comment })),
    ...titles.filter(isDialect).map((words) => ({ kind: 'title' as const, text: words })),
  ]
}
