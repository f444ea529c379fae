import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a string for use in HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

const sections = [
  { name: 'Console', path: '/' },
  { name: 'Billing', path: '/billing' },
  { name: 'Inbox', path: '/inbox' },
] as const

type ConsoleSection = (typeof sections)[number]['name']

/** Renders a page with an inline style sheet and script. The policy blocks other origins, except `formTargets`. */
export async function htmlPage(options: {
  title: string
  /** The content of `<main>`, as HTML. */
  body: string
  status?: number
  /** Limits the width, for pages with one form. */
  isNarrow?: boolean
  /** An inline script, which the policy allows by its hash. */
  script?: string
  /** Additional origins to which a form's response may redirect. */
  formTargets?: string[]
  /** Shows the console's navigation, with this section as the current one. */
  section?: ConsoleSection
  /** Lets the page frame other pages of its origin. */
  canFrameSameOrigin?: boolean
}): Promise<Response> {
  const { title, body, script, section, status = 200 } = options
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${sha256(STYLE)}'`,
    ...(script ? [`script-src 'sha256-${sha256(script)}'`, "connect-src 'self'"] : []),
    ...(options.canFrameSameOrigin ? ["frame-src 'self'"] : []),
    `form-action 'self' ${(options.formTargets ?? []).join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>${section ? navigation(section) : ''}<main${options.isNarrow ? ' class="narrow"' : ''}>${body}</main>${script ? `<script>${script}</script>` : ''}</body>
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

function navigation(current: ConsoleSection): string {
  const links = sections.map(({ name, path }) => {
    const currentAttribute = name === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${currentAttribute}>${name}</a></li>`
  })
  return `<nav class="bar" aria-label="Local cloud"><ul><li>Local cloud</li>${links.join('')}</ul></nav>`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
