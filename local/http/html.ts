const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe for HTML, in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}

const STYLE = `
:root { color-scheme: light dark; --ink: #17181c; --soft: #5b5f6b; --paper: #f6f5f2; --card: #fff; --line: #d9d7d0;
  --accent: #3a3fbf; --good: #11693c; --bad: #a3262c }
@media (prefers-color-scheme: dark) { :root { --ink: #eeeef1; --soft: #a8abb8; --paper: #131418; --card: #1c1e24;
  --line: #34363f; --accent: #a6aaff; --good: #6fd19b; --bad: #ff9a9f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 3rem 1.25rem 4rem }
main.narrow { max-width: 28rem; padding-top: 12vh }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .75rem }
p { margin: 0 0 1rem; max-width: 42rem }
.soft { color: var(--soft) }
a { color: var(--accent) }
code { font: .9em ui-monospace, monospace }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: .95rem }
th, td { text-align: left; padding: .55rem .8rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--soft); font-weight: 500 }
tr:last-child td { border-bottom: 0 }
form { margin: 0 }
fieldset { border: 1px solid var(--line); background: var(--card); margin: 0 0 1rem; padding: 1rem }
label { display: inline-block; margin: 0 1rem .5rem 0 }
input { font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: .35rem;
  padding: .35rem .5rem; width: 8rem }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .5rem .9rem; cursor: pointer }
button:hover { border-color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.accounts { display: grid; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
.accounts button { display: grid; grid-template-columns: 2.5rem 1fr; gap: .1rem .9rem; align-items: center; width: 100%;
  text-align: left; padding: .9rem 1rem }
.accounts .initial { grid-row: span 2; display: grid; place-items: center; width: 2.5rem; height: 2.5rem;
  border-radius: 50%; background: var(--accent); color: var(--card); font-weight: 600 }
.accounts .name { font-weight: 600 }
.accounts .about { color: var(--soft); font-size: .9rem }
`

/**
 * A small self-contained page. `title` is text, `body` HTML. `formTargets` are further origins that a form's answer
 * may redirect to; `script` is allowed by its hash alone.
 */
export async function htmlPage(options: {
  title: string
  body: string
  status?: number
  narrow?: boolean
  script?: string
  formTargets?: string[]
}): Promise<Response> {
  const { title, body, script, status = 200 } = options
  const [styleHash, scriptHash] = await Promise.all([sha256(STYLE), script ? sha256(script) : undefined])
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${styleHash}'`,
    ...(scriptHash ? [`script-src 'sha256-${scriptHash}'`, "connect-src 'self'"] : []),
    `form-action 'self' ${(options.formTargets ?? []).join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main${options.narrow ? ' class="narrow"' : ''}>${body}</main>${script ? `<script>${script}</script>` : ''}</body>
</html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64')
}
