/** What stands in place of a secret. */
export const MASK = '••••'

/** Names of fields, parameters and headers whose values nobody has to see, in any spelling of the vendors. */
const SECRET_NAME =
  /pass(word|wd|code)|secret|token|nonce|api_?key|private_?key|authoriz|cookie|signature|otp|auth_code|code_verifier|action_link|qr_code/i
/** What is secret in addresses and forms, and the name of something harmless elsewhere; and the fields of a card. */
const SECRET_PARAMETER = /^(code|sid|number|cvc)$|\[(number|cvc)\]$/
/** What looks like a secret wherever it stands: keys of Stripe and Supabase, webhook secrets, JSON Web Tokens, TOTP. */
const SECRET_VALUE =
  /\b(?:sk|rk)_(?:test|live)_\w+|\bsb_secret_\w+|\bwhsec_[\w/+=]+|\b[a-z]+_\w+_secret_\w{8,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\botpauth:\/\/[^\s"]+/g
/** A parameter of an address in a text. */
const IN_ADDRESS = /([?&#;]([\w-]+)=)([^&#"'\s<>\\]+)/g

const isSecretName = (name: string) => SECRET_NAME.test(name)
const isSecretParameter = (name: string) => isSecretName(name) || SECRET_PARAMETER.test(name)

/** A text with what looks like a secret masked, and the secret parameters of the addresses in it. */
function maskText(text: string): string {
  return text
    .replace(IN_ADDRESS, (whole, head: string, name: string) =>
      isSecretParameter(name) ? `${head}${MASK}` : whole,
    )
    .replace(SECRET_VALUE, MASK)
}

function maskJson(text: string): string {
  // The last text may have lost its end.
  const field = /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\w.+-]*)/g
  return text.replace(field, (whole, name: string, colon: string, value: string) => {
    // Errors have codes, too.
    const isCode = name === 'code' && /^"?\d{4,10}"?$/.test(value)
    return isCode || isSecretName(name) ? `"${name}"${colon}"${MASK}"` : whole
  })
}

function maskMultipart(text: string): string {
  const part = /(name="([^"]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n)([^\r\n]*)/g
  return text.replace(part, (whole, head: string, name: string) =>
    isSecretParameter(name) ? `${head}${MASK}` : whole,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A query or a form with its secrets masked, those in addresses within it too; the rest stays as it was sent. */
export function maskQuery(text: string): string {
  return text.replace(/([^=&]+)=([^&]*)/g, (whole, name: string, value: string) => {
    if (isSecretParameter(decoded(name))) return `${name}=${MASK}`
    const masked = maskText(decoded(value))
    return masked === decoded(value) ? whole : `${name}=${encodeURIComponent(masked)}`
  })
}

/** A body, or the beginning of one, with its secrets masked. `type` is its content type. */
export function maskBody(text: string, type: string): string {
  if (type.includes('x-www-form-urlencoded')) return maskQuery(text)
  return maskText(type.includes('multipart/') ? maskMultipart(text) : maskJson(text))
}

/** The value of a header with its secrets masked: of a secret one the scheme alone stays (`Bearer ••••`). */
export function maskHeader(name: string, value: string): string {
  if (!isSecretName(name)) return maskText(value)
  const scheme = /^(bearer|basic) /i.exec(value)?.[1]
  return scheme ? `${scheme} ${MASK}` : MASK
}
