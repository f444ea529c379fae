import { isRecord } from '../http/body.ts'
import type { TemplateParams } from './render.ts'

/** An error response in EmailJS's format: a status, and one line of plain text as the body. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

type SendRequest = { body: Record<string, unknown>; params: TemplateParams }

/** EmailJS accepts 50 KB of variables (https://www.emailjs.com/docs/faq/). */
const maxVariablesBytes = 50 * 1024

/**
 * Parses the body of `/send` (https://www.emailjs.com/docs/rest-api/send/).
 *
 * @throws Refusal when it is not a JSON object, or its `template_params` is not an object
 */
export function parseSendRequest(text: string): SendRequest {
  const body = parseJson(text)
  if (!isRecord(body)) throw new Refusal(400, 'The request body is required')
  const params = body.template_params ?? {}
  if (!isRecord(params)) throw new Refusal(400, 'The template_params parameter should be an object')
  return { body, params }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON')
  }
}

/**
 * Validates a request against the account and its template.
 *
 * @throws Refusal when an id is missing or unknown, or when the variables are too large
 */
export function requireValidRequest(
  { body, params }: SendRequest,
  account: { publicKey: string; serviceId: string },
  template: { id: string },
): void {
  for (const name of ['user_id', 'service_id', 'template_id']) {
    if (!body[name]) throw new Refusal(400, `The ${name} parameter is required`)
  }
  const dashboard = 'To find this ID, visit https://dashboard.emailjs.com/admin'
  if (body.user_id !== account.publicKey) {
    throw new Refusal(400, `The Public Key is invalid. ${dashboard}/account`)
  }
  if (body.service_id !== account.serviceId) {
    throw new Refusal(400, `The service ID not found. ${dashboard}`)
  }
  if (body.template_id !== template.id) {
    throw new Refusal(400, `The template ID not found. ${dashboard}/templates`)
  }
  if (Buffer.byteLength(JSON.stringify(params)) > maxVariablesBytes) {
    throw new Refusal(413, 'Variables size limit')
  }
}
