import { connect } from 'node:net'

/** A request with a large body, which is sent to its end or until the connection closes. */
export type Upload = {
  origin: string
  method: string
  path: string
  headers?: Record<string, string>
  /** `length` sends a Content-Length header, `chunks` uses chunked transfer encoding. */
  framing: 'length' | 'chunks'
  /** The size of the body, which is sent in whole chunks of 65,536 bytes. */
  bytes: number
}

/** The number of bytes of the body written before the connection closed, and the first line of the response, if any. */
export type UploadResult = { sentBytes: number; response: string | undefined }

/** Sends a request with a large body, and measures how much was sent before the site closed the connection. */
export function upload({
  origin,
  method,
  path,
  headers = {},
  framing,
  bytes,
}: Upload): Promise<UploadResult> {
  const { hostname, port } = new URL(origin)
  const chunk = Buffer.alloc(65_536, ' ')
  const framedChunk =
    framing === 'length' ? chunk : Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')])
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let sentBytes = 0
    let responseText = ''
    const send = () => {
      while (sentBytes < bytes && !socket.destroyed) {
        sentBytes += chunk.length
        if (!socket.write(framedChunk)) return
      }
      if (!socket.writableEnded) socket.end(framing === 'chunks' ? '0\r\n\r\n' : '')
    }
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      responseText += text
    })
    socket.on('drain', send)
    // Writing to a closed connection fails.
    socket.on('error', () => {})
    socket.on('close', () => resolve({ sentBytes, response: responseText.split('\r\n', 1)[0] }))
    socket.on('connect', () => {
      const fields = {
        Host: `${hostname}:${port}`,
        'Content-Type': 'application/json',
        ...(framing === 'length' ? { 'Content-Length': String(bytes) } : { 'Transfer-Encoding': 'chunked' }),
        ...headers,
      }
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      send()
    })
  })
}
