import { STYLE } from './style.ts'

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

const SECTIONS = [
  { name: 'Console', path: '/' },
  { name: 'Accounts', path: '/accounts' },
  { name: 'Billing', path: '/billing' },
  { name: 'Inbox', path: '/inbox' },
] as const

/** A part of the console, as its navigation names it. */
export type ConsoleSection = (typeof SECTIONS)[number]['name']

/**
 * A small page that loads nothing. `title` is text, `body` HTML. `formTargets` are further origins that a
 * form's answer may redirect to; `script` is allowed by its hash alone; `section` shows the console's navigation;
 * `frames` lets the page frame others of this server; `wide` is for what stands side by side.
 */
export async function htmlPage(options: {
  title: string
  body: string
  status?: number
  narrow?: boolean
  wide?: boolean
  script?: string
  formTargets?: string[]
  section?: ConsoleSection
  frames?: boolean
}): Promise<Response> {
  const { title, body, script, section, status = 200 } = options
  const [styleHash, scriptHash] = await Promise.all([sha256(STYLE), script ? sha256(script) : undefined])
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${styleHash}'`,
    ...(scriptHash ? [`script-src 'sha256-${scriptHash}'`, "connect-src 'self'"] : []),
    ...(options.frames ? ["frame-src 'self'"] : []),
    `form-action 'self' ${(options.formTargets ?? []).join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>${section ? navigation(section) : ''}<main${options.narrow ? ' class="narrow"' : options.wide ? ' class="wide"' : ''}>${body}</main>${script ? `<script>${script}</script>` : ''}</body>
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
  const links = SECTIONS.map(({ name, path }) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${mark}>${name}</a></li>`
  })
  return `<nav class="bar" aria-label="Local cloud"><ul><li>Local cloud</li>${links.join('')}</ul></nav>`
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64')
}
