import { escapeHtml, htmlPage } from '../../http/html.ts'
import { jsonHtml } from '../../http/jsonHtml.ts'
import { BODY_KEPT, type LoggedBody, type RequestDetail } from '../../http/requestLog.ts'
import { factTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import { HTTP_VENDORS, readable, statusHtml } from './list.ts'

function contentHtml({ type, text, cut }: LoggedBody): string {
  if (text === undefined) return '<p class="soft">No text, so it is not kept.</p>'
  if (type.includes('x-www-form-urlencoded'))
    return `<pre dir="auto">${escapeHtml(readable(text, '\n'))}</pre>`
  if (type.includes('json') && !cut) {
    try {
      return jsonHtml(JSON.parse(text))
    } catch {
      // Lines of JSON, or none at all: shown as they are.
    }
  }
  return `<pre dir="auto">${escapeHtml(text)}</pre>`
}

function bodyHtml(body: LoggedBody): string {
  if (body.length === 0) return '<p class="soft">No body.</p>'
  const size = `${body.length.toLocaleString('en')} bytes${body.type ? `, ${escapeHtml(body.type)}` : ''}`
  const cut = body.text !== undefined && body.cut ? `; the first ${BODY_KEPT / 1024} KiB are kept` : ''
  return `<p class="soft">${size}${cut}</p>${contentHtml(body)}`
}

function headersHtml(label: string, headers: Record<string, string>): string {
  const values = Object.entries(headers).map(([name, value]) => [name, escapeHtml(value)])
  return `<details><summary>${label}</summary>${factTable(label, Object.fromEntries(values))}</details>`
}

/** The page of one request: what was sent, and what was answered. */
export function requestPage(request: RequestDetail): Promise<Response> {
  const { vendor, method, path, query, at, status, milliseconds } = request
  const name = HTTP_VENDORS[vendor] ?? vendor
  return htmlPage({
    title: `${method} ${path}`,
    section: 'Requests',
    wide: true,
    body: `<p><a href="/requests">All requests</a></p><h1 class="address">${escapeHtml(method)} ${escapeHtml(path)}</h1>
      ${factTable('Request', {
        Vendor: name,
        'Time (UTC)': timeHtml(at),
        Status: statusHtml(status),
        Took: `${milliseconds.toFixed(1)} ms`,
      })}
      ${query ? `<h2>Query</h2><pre dir="auto">${escapeHtml(readable(query, '\n'))}</pre>` : ''}
      <div class="pair"><section aria-labelledby="sent"><h2 id="sent">Sent</h2>${bodyHtml(request.requestBody)}
      ${headersHtml('Headers of the request', request.requestHeaders)}</section>
      <section aria-labelledby="answered"><h2 id="answered">Answered</h2>${bodyHtml(request.responseBody)}
      ${headersHtml('Headers of the answer', request.responseHeaders)}</section></div>`,
  })
}

/** The answer for a request that is not kept. */
export function missingRequest(): Promise<Response> {
  return htmlPage({
    title: 'No such request',
    status: 404,
    section: 'Requests',
    body: '<h1>No such request</h1><p>Only the latest are kept. <a href="/requests">All requests</a></p>',
  })
}
