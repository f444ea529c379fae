import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from 'local-cloud/testing/ports'

const host = 'challenges.cloudflare.com'

/** Every token is valid with this test secret. https://developers.cloudflare.com/turnstile/troubleshooting/testing/ */
const acceptingSecret = '1x0000000000000000000000000000000AA'

/**
 * Emulates Cloudflare's CAPTCHA verification for its test secrets, behind an HTTPS proxy on this machine, so that
 * a program can use it without network access.
 *
 * @param folder - the folder for the certificate and its key
 * @returns the variables that make the program use the proxy and trust the certificate
 * @throws when openssl is missing
 */
export async function serveTurnstile(
  folder: string,
): Promise<{ HTTPS_PROXY: string; SSL_CERT_FILE: string }> {
  const port = await findFreePort()
  const [key, cert] = [join(folder, 'turnstile.key'), join(folder, 'turnstile.pem')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const certificateNames = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  execFileSync('openssl', ['req', '-x509', ...newKey, '-keyout', key, '-out', cert, ...certificateNames], {
    stdio: 'pipe',
  })
  const verifier = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    async (request, response) => {
      const secret = new URLSearchParams(await text(request)).get('secret')
      response.end(JSON.stringify({ success: secret === acceptingSecret, hostname: 'localhost' }))
    },
  )
  const proxy = createServer((_request, response) => response.writeHead(502).end())
  proxy.on('connect', ({ url }, socket) => {
    socket.on('error', () => socket.destroy())
    if (url !== `${host}:443`) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    verifier.emit('connection', socket)
  })
  proxy.listen({ host: '127.0.0.1', port })
  return { HTTPS_PROXY: `http://127.0.0.1:${port}`, SSL_CERT_FILE: cert }
}
