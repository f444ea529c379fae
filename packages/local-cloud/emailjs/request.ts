import { isRecord } from '../http/body.ts'
import { DEFAULT_SERVICE } from './account.ts'
import type { TemplateParams } from './render.ts'

/** A refusal in EmailJS's form: a status, and one line of plain text. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  /** `status` is the HTTP status, `text` the whole body of the answer. */
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** The body of a request from the SDK. */
export type SendRequest = { ids: Record<string, unknown>; params: TemplateParams }

/** EmailJS takes 50 KB of variables (https://www.emailjs.com/docs/faq/). Bytes. */
export const VARIABLES_LIMIT = 50 * 1024

/**
 * Reads the body of `/send`, see https://www.emailjs.com/docs/rest-api/send/.
 *
 * @throws Refusal when it is not a JSON object with an object of parameters
 */
export function readJsonRequest(text: string): SendRequest {
  const body = parseJson(text)
  if (!isRecord(body)) throw new Refusal(400, 'The request body is required')
  const params = body.template_params ?? {}
  if (!isRecord(params)) throw new Refusal(400, 'The template_params parameter should be an object')
  return { ids: body, params }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON')
  }
}

/**
 * Checks that a request may be carried out with an account's template.
 *
 * @throws Refusal in the service's words when an id is missing or unknown, or when the variables are too large
 */
export function checkRequest(
  { ids, params }: SendRequest,
  account: { publicKey: string; serviceId: string },
  template: { id: string },
): void {
  for (const name of ['user_id', 'service_id', 'template_id']) {
    if (!ids[name]) throw new Refusal(400, `The ${name} parameter is required`)
  }
  if (ids.user_id !== account.publicKey) {
    throw new Refusal(
      400,
      'The Public Key is invalid. To find this ID, visit https://dashboard.emailjs.com/admin/account',
    )
  }
  if (ids.service_id !== account.serviceId && ids.service_id !== DEFAULT_SERVICE) {
    throw new Refusal(
      400,
      'The service ID not found. To find this ID, visit https://dashboard.emailjs.com/admin',
    )
  }
  if (ids.template_id !== template.id) {
    throw new Refusal(
      400,
      'The template ID not found. To find this ID, visit https://dashboard.emailjs.com/admin/templates',
    )
  }
  if (Buffer.byteLength(JSON.stringify(params)) > VARIABLES_LIMIT) {
    throw new Refusal(413, 'Variables size limit')
  }
}
